// SPDX-License-Identifier: Apache-2.0
//
// Code in several languages as tabs; the chosen language applies to all code of this page, and of pages that are
// opened later. A button copies the recipe above it, or the whole file if that is shown.
"use strict";

// The arrow keys choose the tab before or after.
function useArrowKeys(tabs) {
  tabs.forEach((tab, index) => tab.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const other = step && tabs.at((index + step) % tabs.length);
    other?.focus();
    other?.click();
  }));
}

// A click copies the text, and the button says for two seconds whether that was allowed.
function useAsCopy(button, textOf) {
  button.addEventListener("click", async () => {
    const isCopied = await navigator.clipboard?.writeText(textOf()).then(() => true, () => false);
    button.textContent = isCopied ? "Copied" : "Not allowed: select it";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
}

const groups = [...document.querySelectorAll(".tabs")].map((group, number) => {
  const list = document.createElement("div");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language");
  const panels = [...group.children];
  const tabs = panels.map((panel, index) => {
    const tab = document.createElement("button");
    const name = panel.querySelector("p");
    Object.assign(tab, { type: "button", textContent: name.textContent, value: panel.dataset.language, id: `tab-${number}-${index}` });
    name.remove();
    panel.id = `panel-${number}-${index}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    tab.addEventListener("click", () => chooseLanguage(tab.value, tab));
    return tab;
  });
  useArrowKeys(tabs);
  list.append(...tabs);
  group.prepend(list);
  return { tabs, panels };
});

// The pressed tab keeps its position on the screen while code above it changes its length.
function chooseLanguage(language, pressed) {
  const top = pressed?.getBoundingClientRect().top;
  for (const { tabs, panels } of groups) {
    const wanted = tabs.findIndex(({ value }) => value === language);
    const chosen = wanted < 0 ? Math.max(0, tabs.findIndex(({ value }) => value === "c" && language === "cpp")) : wanted;
    tabs.forEach((tab, index) => {
      tab.setAttribute("aria-selected", index === chosen);
      tab.tabIndex = index === chosen ? 0 : -1;
      panels[index].hidden = index !== chosen;
    });
  }
  if (!pressed) return;
  scrollBy(0, pressed.getBoundingClientRect().top - top);
  try { localStorage.setItem("language", language); } catch { /* A page opened from a file may have no storage. */ }
}

let kept = "swift";
try { kept = localStorage.getItem("language") ?? kept; } catch { /* As above. */ }
chooseLanguage(kept);

for (const program of document.querySelectorAll(".program")) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Copy" });
  program.before(button);
  useAsCopy(button, () => (program.open ? program : button.previousElementSibling).querySelector("code").textContent);
}
