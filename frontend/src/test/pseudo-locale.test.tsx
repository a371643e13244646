import { afterEach, expect, it } from "vitest";
import { messages as m } from "@/messages";
import { literalsOf, speakPseudo } from "./pseudo-locale";
import { speak } from "./speak";

afterEach(() => speak("en"));

function pageOf(html: string): HTMLElement {
  const page = document.createElement("main");
  page.innerHTML = html;
  return page;
}

it("puts every sentence in brackets, those with values too", () => {
  speakPseudo();
  expect(m.common.save).toBe("⟦Save⟧");
  expect(m.kitchen.ticket.named({ orderNumber: "7" })).toBe("⟦order #7⟧");
  expect(m.truckForm.hues.olive).toBe("⟦Olive⟧");
});

it("leaves a word that a screen hands to a sentence outside the brackets", () => {
  speakPseudo();
  expect(m.kitchen.ticket.named({ orderNumber: "some" })).toBe("⟦order #⟧some");
  expect(m.kitchen.ticket.named({ orderNumber: m.common.save })).toBe("⟦order #⟧⟦Save⟧");
});

it.each([
  ["a text", "<p>⟦3 ⟦items⟧⟧ <b>Sold</b></p>", "Sold"],
  ["half a text", "<p>⟦Order⟧ for Ada</p>", "⟦Order⟧ for Ada"],
  ["a code of the server", "<p>pending</p>", "pending"],
  ["a name that is read out", '<button aria-label="Close"></button>', "Close"],
  ["a placeholder", '<input placeholder="Search">', "Search"],
  ["a title", '<p title="Tip"></p>', "Tip"],
  ["an image's words", '<img alt="A plate" src="taco.webp">', "A plate"],
])("finds a literal in %s", (_place, html, literal) => {
  const data = [{ name: "Ada", status: "pending" }];
  expect(literalsOf(pageOf(html), data)).toEqual([literal]);
});

it("takes sentences, data, dates and code for no literals", () => {
  const html = `<p>⟦3 ⟦items⟧ of ⟦Ada⟧⟧ Ada: Tue, November 3, 6:00 PM PST</p><script>run()</script>`;
  expect(literalsOf(pageOf(html), [{ name: "Ada" }])).toEqual([]);
});
