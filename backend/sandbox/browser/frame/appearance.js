/** Turns the page's `appearance` into custom properties and a few safe rules of the frame's style sheet. */
const VARIABLES = {
  colorPrimary: '--primary',
  colorBackground: '--background',
  colorText: '--text',
  colorTextSecondary: '--text-soft',
  colorTextPlaceholder: '--placeholder',
  colorDanger: '--danger',
  borderRadius: '--radius',
  fontFamily: '--font',
  fontSizeBase: '--size',
  spacingUnit: '--unit',
  gridRowSpacing: '--row-gap',
  gridColumnSpacing: '--column-gap',
};
const RULE = /^\.(Input|Label|Error)(--invalid|--empty)?(:hover|:focus|::placeholder)?$/;

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

export function applyAppearance({ theme = 'stripe', variables = {}, rules = {} } = {}) {
  const root = document.documentElement;
  root.dataset.theme = theme;
  for (const [name, property] of Object.entries(VARIABLES)) {
    if (variables[name]) root.style.setProperty(property, variables[name]);
    else root.style.removeProperty(property);
  }
  sheet.replaceSync('');
  for (const [selector, declarations] of Object.entries(rules)) addRule(selector, declarations);
}

/** Each declaration goes through the style object, so that a value can never close the rule and open another. */
function addRule(selector, declarations) {
  if (!RULE.test(selector)) return;
  const index = sheet.insertRule(`${selector} {}`, sheet.cssRules.length);
  const { style } = sheet.cssRules[index];
  for (const [property, value] of Object.entries(declarations)) style[property] = value;
}

/** Fonts that the page hands over: a family and the address of its file. */
export function loadFonts(fonts = []) {
  for (const { family, src, ...descriptors } of fonts) {
    if (!family || !src) continue;
    const face = new FontFace(family, src, descriptors);
    face.load().then((loaded) => document.fonts.add(loaded), () => undefined);
  }
}
