// Where we are: the path, and what follows # as names and values.

class Route {
  path = $state(location.pathname);
  hash = $state(location.hash);
  search = $state(location.search);

  constructor() {
    const read = () => {
      this.path = location.pathname;
      this.hash = location.hash;
      this.search = location.search;
    };
    addEventListener("popstate", read);
    addEventListener("hashchange", read);
  }

  get parts(): string[] {
    return this.path.split("/").filter(Boolean);
  }

  value(name: string): string | null {
    return new URLSearchParams(this.hash.slice(1)).get(name);
  }

  go(to: string): void {
    history.pushState(null, "", to);
    this.path = location.pathname;
    this.hash = location.hash;
    this.search = location.search;
    scrollTo(0, 0);
    document.getElementById("main")?.focus();
  }

  /** Change what follows # without a new entry in the history. */
  note(values: Record<string, string | null>): void {
    const all = new URLSearchParams(location.hash.slice(1));
    for (const [name, value] of Object.entries(values)) {
      if (value === null) all.delete(name);
      else all.set(name, value);
    }
    const text = all.toString();
    history.replaceState(null, "", location.pathname + location.search + (text ? `#${text}` : ""));
    this.hash = location.hash;
  }
}

export const route = new Route();

/** A link that stays within the page. */
export function inside(node: HTMLAnchorElement): { destroy(): void } {
  const click = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    route.go(node.getAttribute("href")!);
  };
  node.addEventListener("click", click);
  return { destroy: () => node.removeEventListener("click", click) };
}
