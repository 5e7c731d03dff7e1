// Files dropped anywhere on the page.

/** Takes what is dropped; the element it is used on is marked while files hover over the page. */
export function dropped(node: HTMLElement, take: (files: FileList) => unknown): { destroy(): void } {
  const listening = new AbortController();
  const { signal } = listening;
  const mark = (isOver: boolean) => node.classList.toggle("over", isOver);
  addEventListener(
    "dragover",
    (event) => {
      event.preventDefault();
      mark(true);
    },
    { signal },
  );
  addEventListener("dragleave", (event) => event.relatedTarget ?? mark(false), { signal });
  addEventListener(
    "drop",
    (event) => {
      event.preventDefault();
      mark(false);
      if (event.dataTransfer) take(event.dataTransfer.files);
    },
    { signal },
  );
  return { destroy: () => listening.abort() };
}
