/** What a search box finds: words in any order, as phones and people type them. */

/** Letters that Unicode does not take apart into a Latin letter and a mark. */
const LETTERS: Record<string, string> = {
  đ: "d",
  ð: "d",
  ł: "l",
  ø: "o",
  ı: "i",
  æ: "ae",
  œ: "oe",
  ß: "ss",
};

/** Small letters and digits, without accents and apostrophes: "leilas" means Leila’s, "banh mi" Bánh mì. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{M}'‘’ʼ`´]/gu, "")
    .replace(/[đðłøıæœß]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}@.#+-]+/gu, " ")
    .trim();
}

/** Tests texts that belong to one thing: every word of the search is in one of them. An empty search finds all, signs alone nothing. */
export function searchFor(search: string): (...texts: readonly string[]) => boolean {
  const words = (plain(search) || search.trim()).split(" ");
  return (...texts) => {
    const text = plain(texts.join(" "));
    return words.every((word) => text.includes(word));
  };
}
