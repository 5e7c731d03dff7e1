// Copying to the clipboard, also where a page has none: browsers keep it from plain http.

/** False if this browser copies nothing. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The old way: what is selected in the page. */
function copySelected(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const box = document.createElement("textarea");
  box.value = text;
  box.style.cssText = "position: fixed; opacity: 0";
  document.body.append(box);
  box.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    box.remove();
    before?.focus();
  }
}

/** Can nobody else open the links of this page? */
export const isLocal = (): boolean => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
