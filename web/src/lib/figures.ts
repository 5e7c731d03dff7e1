// Drawings that the page and the pictures of Python share: the groups of an SVG file, by name.

/** The groups of a file; its style, which holds no address and no script, becomes part of the page. */
export function figures(text: string): Map<string, string> {
  const file = new DOMParser().parseFromString(text, "image/svg+xml");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(file.querySelector("style")?.textContent ?? "");
  document.adoptedStyleSheets.push(sheet);
  return new Map([...file.querySelectorAll("g[id]")].map((group) => [group.id, group.innerHTML]));
}
