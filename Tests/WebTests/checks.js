// SPDX-License-Identifier: Apache-2.0
// Checks of a page's contrast and accessible names, which check_page.py runs in the page.
(() => {
  // The lightness of a colour, and the contrast of two, as WCAG 2.2 defines them.
  function lightness(color) {
    const parts = color.match(/[\d.]+/g).slice(0, 3).map((part) => {
      const x = part / 255;
      return x <= 0.04045 ? x / 12.92 : Math.pow((x + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  }
  function contrast(one, other) {
    const [a, b] = [lightness(one), lightness(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  }
  function background(element) {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (!/^rgba\(.*, 0\)$/.test(color)) return color;
    }
    return "rgb(255, 255, 255)";
  }
  // What the page lacks for a screen reader or a keyboard, such as a name, a title, a language, or a
  // level of headings.
  function namelessOf() {
    const missing = [];
    const named = (element) => element.textContent.trim() || element.ariaLabel || element.title
      || element.labels?.length || element.getAttribute("aria-labelledby") || element.querySelector("img[alt]");
    for (const element of document.querySelectorAll("a[href], button, input, select, output, [role=img], [role=tabpanel]")) {
      if (element.tagName !== "OUTPUT" && !named(element)) missing.push(`a name: ${element.outerHTML.slice(0, 80)}`);
    }
    if (document.querySelector("img:not([alt]), img[alt='']")) missing.push("a text for a picture");
    for (const [id, list] of Object.entries(Object.groupBy(document.querySelectorAll("[id]"), ({ id }) => id))) {
      if (list.length > 1) missing.push(`an id of its own: ${id}`);
    }
    for (const element of document.querySelectorAll("[aria-controls], [aria-labelledby], [aria-describedby]")) {
      for (const name of ["aria-controls", "aria-labelledby", "aria-describedby"]) {
        const id = element.getAttribute(name);
        if (id && !document.getElementById(id)) missing.push(`${name}: ${id}`);
      }
    }
    const levels = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(({ tagName }) => Number(tagName[1]));
    if (levels[0] !== 1 || levels.filter((level) => level === 1).length !== 1) missing.push("one first heading");
    if (levels.some((level, index) => level > (levels[index - 1] ?? 0) + 1)) missing.push(`levels of headings: ${levels}`);
    for (const element of document.querySelectorAll("pre, .wide")) {
      if (element.scrollWidth > element.clientWidth && element.tabIndex !== 0) missing.push("a way to scroll by keys");
    }
    if (!document.title || !root.lang || document.querySelectorAll("main").length !== 1) missing.push("title, language, main");
    return missing;
  }
  const root = document.documentElement;
  // The colours of shapes, which need a contrast of 3 with the page and with a panel.
  const style = getComputedStyle(document.documentElement);
  const color = (name) => {
    const digits = style.getPropertyValue(`--${name}`).trim();
    return `rgb(${[1, 3, 5].map((at) => parseInt(digits.slice(at, at + 2), 16)).join()})`;
  };
  const shapes = ["restart", "phase", "naive", "request", "edge", "accent"];
  const found = {
    overflow: [], faint: [], small: [], nameless: namelessOf(),
    faintShapes: shapes.filter((name) =>
      ["page", "panel"].some((ground) => contrast(color(name), color(ground)) < 3)),
  };
  if (root.scrollWidth > root.clientWidth) found.overflow.push(`the page: ${root.scrollWidth}`);
  for (const element of document.body.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || element.closest(".unseen")) continue;
    const name = `${element.tagName} ${element.id || element.textContent.trim().slice(0, 40)}`;
    if (!element.closest("pre, .wide") && box.right > root.clientWidth + 0.5) found.overflow.push(name);
    if (innerWidth < 500 && /^(BUTTON|INPUT|SELECT)$/.test(element.tagName)
      && Math.max(box.height, element.labels?.[0]?.getBoundingClientRect().height ?? 0) < 24) found.small.push(name);
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const { color } = getComputedStyle(element);
    if (own && !element.matches(":disabled")
      && contrast(color, background(element)) < 4.5) found.faint.push(name);
  }
  return found;
})()
