import { type ComponentProps, type ComponentType, createContext, use } from "react";

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  to: string;
  /** Takes the place of the present address in the browser's history. */
  replace?: boolean;
  /** Given along to the page behind the link. */
  state?: unknown;
}

const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink);

/** Names the link of an entry's router to everything below. */
export const LinkProvider = LinkContext.Provider;

/** A link of the router of whichever entry draws it. */
export function Link(props: LinkProps) {
  const RouterLink = use(LinkContext);
  return <RouterLink {...props} />;
}

/** Outside of a router a link loads the page. */
function PlainLink({ to, replace: _replace, state: _state, ...rest }: LinkProps) {
  return <a {...rest} href={to} />;
}
