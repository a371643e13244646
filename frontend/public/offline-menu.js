// Shows the menu last seen, as the storefront wrote it down (keep-offline.ts) with every word in the customer's language.
const KEY = "chuckwagon.offline";

function readKept() {
  try {
    const { words, trucks } = JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {};
    return { words: words ?? {}, trucks: Array.isArray(trucks) ? trucks : [] };
  } catch {
    return { words: {}, trucks: [] };
  }
}

/** The truck of the address: the first part of the path, or the second if the first is "truck". */
function slugOfPage() {
  const [first, second] = location.pathname.split("/").filter(Boolean);
  try {
    return decodeURIComponent((first === "truck" ? second : first) ?? "");
  } catch {
    return "";
  }
}

function element(name, { text, ...properties } = {}, children = []) {
  const made = Object.assign(document.createElement(name), properties);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

function fillWords(words) {
  if (words.language) document.documentElement.lang = words.language;
  for (const place of document.querySelectorAll("[data-words]")) {
    place.textContent = words[place.dataset.words] ?? place.textContent;
  }
  const state = document.getElementById("state");
  if (words.trying) state.dataset.trying = words.trying;
  if (words.stillOffline) state.dataset.stillOffline = words.stillOffline;
}

function menuOf(truck) {
  document.title = `${truck.name} · Chuckwagon`;
  document.getElementById("about").textContent = truck.about;
  const contact = truck.phone
    ? [element("p", {}, [element("a", { href: `tel:${truck.phone}`, text: truck.phoneText })])]
    : [];
  return [element("h1", { text: truck.name }), ...contact, ...truck.sections.flatMap(sectionOf)];
}

function sectionOf({ title, items }) {
  return [element("h2", { text: title }), element("ul", { className: "items" }, items.map(itemOf))];
}

function itemOf({ name, price, description }) {
  const line = element("p", { className: "line" }, [
    element("b", { text: name }),
    element("span", { text: price }),
  ]);
  return element("li", {}, description ? [line, element("p", { text: description })] : [line]);
}

function listOf(trucks, heading) {
  const links = trucks.map(({ slug, name }) =>
    element("li", {}, [element("a", { href: `/${encodeURIComponent(slug)}`, text: name })]),
  );
  return [element("h2", { text: heading }), element("ul", { className: "trucks" }, links)];
}

document.addEventListener("DOMContentLoaded", () => {
  const { words, trucks } = readKept();
  fillWords(words);
  const main = document.getElementById("main");
  const truck = trucks.find(({ slug }) => slug === slugOfPage());
  if (truck) main.replaceChildren(...menuOf(truck));
  else if (trucks.length > 0) main.append(...listOf(trucks, words.menusSeen));
});
