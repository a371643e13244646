import type { ComponentProps, ElementType } from "react";
import "./layout.css";

/** What the primitives say about layout and text; layout.css has the declaration of each (docs/decisions/0057). */
interface Look {
  /** Between the children, in steps of the spacing scale. `rowGap` is between lines where it differs. */
  gap?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8;
  rowGap?: 0 | 1 | 2 | 3;
  /** align-items, justify-content, justify-items and align-content. */
  align?: "start" | "center" | "end" | "baseline";
  justify?: "center" | "end" | "between";
  items?: "start" | "center";
  content?: "start";
  justifySelf?: "start" | "center" | "end";
  /** The columns of a grid: `fill` takes the room there is, and long words do not widen it. */
  columns?: "fill" | "fill-auto";
  /** Takes the room that its neighbors leave. */
  grow?: boolean;
  /** May become narrower than its content. */
  shrinks?: boolean;
  /** As wide as its parent. */
  full?: boolean;
  /** Across all columns of the grid it stands in. */
  wide?: boolean;
  centered?: boolean;
  /** To the end of its row, away from what stands before it. */
  pushed?: boolean;
  /** As tall as a finger needs. */
  target?: boolean;
  /** A square for a finger, its sign in the middle. */
  square?: boolean;
  /** A button without edge and fill. */
  bare?: boolean;
  measure?: "column" | "page";
  block?: boolean;
  inline?: boolean;
  /** A row that does not break into several. */
  oneLine?: boolean;
  padding?: 3 | 4 | 5;
  paddingBlock?: 1 | 2 | 3 | 5 | 6 | 8 | 12 | 16;
  paddingTop?: 1 | 2 | 3 | 4 | 5;
  marginTop?: 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10;
  marginBottom?: 1 | 2 | 3 | 4 | 5 | 6;
  surface?: "card" | "sunken" | "warning" | "danger";
  radius?: "card" | "control";
  outlined?: boolean;
  raised?: boolean;
  lineAbove?: boolean;
  lineBelow?: boolean;
  /** Text: secondary, in the color of a meaning, of a size of the type scale, … */
  soft?: boolean;
  tone?: "plain" | "good" | "warning" | "danger";
  size?: "xs" | "s" | "m" | "l" | "xl" | "2xl" | "3xl" | "4xl";
  weight?: 400 | 500 | 600 | 650 | 700 | 750 | 800;
  face?: "display";
  leading?: 1 | 1.1 | 1.15 | 1.2;
  /** Figures of one width. */
  tabular?: boolean;
  /** Breaks within a word that is wider than the line. */
  breaks?: boolean;
  nowrap?: boolean;
  textAlign?: "start" | "center" | "end";
}

type Props<Tag extends ElementType> = Look & { as?: Tag } & Omit<
    ComponentProps<Tag>,
    keyof Look | "as"
  >;

const LOOK = new Set(
  (
    "gap rowGap align justify items content justifySelf columns grow shrinks full wide centered measure " +
    "block inline oneLine square bare padding paddingBlock paddingTop pushed target marginTop marginBottom surface radius outlined raised lineAbove " +
    "lineBelow soft tone size weight face leading tabular breaks nowrap textAlign"
  ).split(" "),
);

/** A class of a page's module wins over those of a primitive, because layout.css is a cascade layer. */
function draw(kind: string, fallback: ElementType, props: Look & { as?: ElementType }) {
  const { as: Tag = fallback, ...others } = props;
  const classes: unknown[] = [kind];
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(others)) {
    if (name === "className") classes.push(value);
    else if (!LOOK.has(name)) attributes[name] = value;
    else if (value) classes.push(value === true ? name : `${name}-${value}`);
    else if (value === 0) classes.push(`${name}-0`);
  }
  return <Tag {...attributes} className={classes.filter(Boolean).join(" ")} />;
}

/** Children below one another: a grid of one column. */
export function Stack<Tag extends ElementType = "div">(props: Props<Tag>) {
  return draw("stack", "div", props);
}

/** Children beside one another, broken into lines where there is no room. */
export function Row<Tag extends ElementType = "div">(props: Props<Tag>) {
  return draw("row", "div", props);
}

/** A stack on a card. */
export function Card<Tag extends ElementType = "div">(props: Props<Tag>) {
  return draw("stack card", "div", props);
}

/** A paragraph, or a piece of text with `as="span"`. */
export function Text<Tag extends ElementType = "p">(props: Props<Tag>) {
  return draw("", "p", props);
}

/** An element that is placed among others, and arranges no children itself. */
export function Box<Tag extends ElementType = "div">(props: Props<Tag>) {
  return draw("", "div", props);
}
