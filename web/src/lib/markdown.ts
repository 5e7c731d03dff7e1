// As much of Markdown as our rulebooks use. Everything is escaped first, so no text becomes markup.

import { say } from "./words";
const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

export function headings(text: string): { id: string; title: string }[] {
  return [...text.matchAll(/^## (.+)$/gm)].map((found) => ({ id: slug(found[1]!), title: found[1]!.replace(/[`*]/g, "") }));
}

/** What a numbered section is called in a link, such as section-5.2. */
const numberOf = (text: string): string => /^(\d+(\.\d+)*)\.?\s/.exec(text)?.[1]?.replace(/^/, "section-") ?? "";

class Writer {
  found = 0;
  constructor(private readonly query: RegExp | null) {}

  /** One line of running text: code, bold, italics, links. */
  line(text: string): string {
    return text
      .split(/(`[^`]+`)/)
      .map((part) => (part.startsWith("`") && part.length > 1 ? `<code>${this.plain(part.slice(1, -1))}</code>` : this.rich(part)))
      .join("");
  }

  private rich(text: string): string {
    return this.plain(text)
      .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
      .replace(/(^|[^*\w])\*([^*]+)\*/g, "$1<em>$2</em>")
      .replace(/\[([^\]]+)\]\((https?:[^)\s]+|#[^)\s]+)\)/g, '<a href="$2">$1</a>')
      .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
      // Where a statement comes from, such as [study]: words in brackets that lead nowhere.
      .replace(/ ?\[([a-z][^\]]*)\]/g, '<span class="source"> [$1]</span>');
  }

  plain(text: string): string {
    if (!this.query) return escape(text);
    let done = "";
    let last = 0;
    for (const hit of text.matchAll(this.query)) {
      this.found += 1;
      done += `${escape(text.slice(last, hit.index))}<mark>${escape(hit[0])}</mark>`;
      last = hit.index + hit[0].length;
    }
    return done + escape(text.slice(last));
  }
}

export function html(text: string, query = ""): { html: string; found: number } {
  const wanted = query.trim();
  const writer = new Writer(wanted.length > 1 ? new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi") : null);
  const out: string[] = [];
  const lines = text.split("\n");
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n]!;
    const head = /^(#{1,4}) (.+)$/.exec(line);
    if (head) {
      const level = head[1]!.length;
      const number = numberOf(head[2]!);
      out.push(`<h${level} id="${slug(head[2]!)}">${number && `<span id="${number}"></span>`}${writer.line(head[2]!)}</h${level}>`);
    } else if (line.startsWith("```")) {
      const code: string[] = [];
      for (n++; n < lines.length && !lines[n]!.startsWith("```"); n++) code.push(lines[n]!);
      out.push(`<pre tabindex="0"><code>${writer.plain(code.join("\n"))}</code></pre>`);
    } else if (line.startsWith("|")) {
      const rows: string[][] = [];
      for (; n < lines.length && lines[n]!.startsWith("|"); n++) rows.push(cells(lines[n]!));
      n--;
      out.push(table(rows, writer));
    } else if (/^\s*([*-]|\d+\.) /.test(line)) {
      const items: string[] = [];
      const ordered = /^\s*\d/.test(line);
      for (; n < lines.length && /^(\s*([*-]|\d+\.) |\s+\S)/.test(lines[n]!); n++) {
        if (/^\s*([*-]|\d+\.) /.test(lines[n]!)) items.push(lines[n]!.replace(/^\s*([*-]|\d+\.) /, ""));
        else items[items.length - 1] += ` ${lines[n]!.trim()}`;
      }
      n--;
      const tag = ordered ? "ol" : "ul";
      out.push(`<${tag}>${items.map((item) => `<li>${writer.line(item)}</li>`).join("")}</${tag}>`);
    } else if (line.trim()) {
      const part = [line];
      while (n + 1 < lines.length && lines[n + 1]!.trim() && !/^(#|```|\||\s*([*-]|\d+\.) )/.test(lines[n + 1]!)) part.push(lines[++n]!);
      const number = numberOf(line);
      out.push(`<p${number && ` id="${number}"`}>${writer.line(part.join(" "))}</p>`);
    }
  }
  return { html: out.join("\n"), found: writer.found };
}

const cells = (line: string): string[] =>
  line
    .replace(/^\||\|\s*$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

function table(rows: string[][], writer: Writer): string {
  const [head, , ...body] = rows;
  const row = (found: string[], tag: string) => `<tr>${found.map((cell) => `<${tag}>${writer.line(cell)}</${tag}>`).join("")}</tr>`;
  return `<div class="table" tabindex="0" role="region" aria-label="${say("Table")}"><table><thead>${row(head ?? [], "th")}</thead><tbody>${body.map((one) => row(one, "td")).join("")}</tbody></table></div>`;
}
