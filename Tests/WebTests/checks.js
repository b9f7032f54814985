// SPDX-License-Identifier: Apache-2.0
// What a reader sees of a page: run in it by check_page.py and look.py.
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
  const root = document.documentElement;
  const found = {
    overflow: [], faint: [], small: [], clipped: [], colliding: [], width: root.clientWidth,
    scripts: document.scripts.length, resources: performance.getEntriesByType("resource").length,
    page: getComputedStyle(document.body).backgroundColor,
    headings: [...document.querySelectorAll("h2")].map((heading) => heading.textContent),
    tables: [...document.querySelectorAll("table")].map((table) => [...table.rows].map(
      (row) => [...row.cells].map((cell) => cell.firstChild?.textContent ?? ""))),
    boxes: [...document.querySelectorAll(".scroll")].map((box) => ({
      width: box.clientWidth, content: box.scrollWidth, scrolls: getComputedStyle(box).overflowX,
    })),
    pictures: [...document.querySelectorAll("svg")].map((picture) => ({
      width: picture.getBoundingClientRect().width,
      lines: [...picture.querySelectorAll("path")].filter(
        (path) => path.getTotalLength() > 0 && getComputedStyle(path).stroke !== "none").length,
    })),
  };
  if (root.scrollWidth > root.clientWidth) found.overflow.push(`the page: ${root.scrollWidth}`);
  for (const element of document.body.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || element.closest(".unseen")) continue;
    const name = `${element.tagName} ${element.id || element.textContent.trim().slice(0, 40)}`;
    if (!element.closest("pre, .wide, .scroll") && box.right > root.clientWidth + 0.5) found.overflow.push(name);
    if (innerWidth < 500 && /^(BUTTON|INPUT|SELECT)$/.test(element.tagName)
      && Math.max(box.height, element.labels?.[0]?.getBoundingClientRect().height ?? 0) < 24) found.small.push(name);
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const { color, fill } = getComputedStyle(element);
    if (own && !element.matches(":disabled, .hint")
      && contrast(element.tagName === "text" ? fill : color, background(element)) < 4.5) found.faint.push(name);
    if (own && /^T[DH]$/.test(element.tagName) && element.scrollWidth > element.clientWidth + 1) found.clipped.push(name);
  }
  for (const picture of document.querySelectorAll("svg")) {
    const frame = picture.getBoundingClientRect();
    const texts = [...picture.querySelectorAll("text")].filter((text) => text.textContent.trim())
      .map((text) => ({ name: text.textContent, box: text.getBoundingClientRect() }));
    texts.forEach(({ name, box }, index) => {
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1
        || box.bottom > frame.bottom + 1) found.clipped.push(name);
      for (const other of texts.slice(index + 1)) {
        // Boxes of text hold room for accents: lines may share that.
        const rows = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        const columns = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        if (columns > 0 && rows > 0.4 * Math.min(box.height, other.box.height))
          found.colliding.push(`${name} | ${other.name}`);
      }
    });
  }
  return found;
})()
