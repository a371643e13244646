import { type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { messages as m } from "@/messages";
import { HeroPlate } from "@/ui/content/images";
import { LanguageSwitch, ThemeSwitch } from "@/ui/controls/language-and-theme";
import { isNowhere } from "@/ui/controls/use-focus-back";
import { Box, Row, Text } from "@/ui/layout";
import styles from "./sign-in.module.css";

interface SignInLayoutProps {
  /** The token of a link by e-mail, which has left the address: the page loads again in another language. */
  token?: string;
  children: ReactNode;
}

/** What signing in and setting a password look like: the ticket beside the words of the street. */
export function SignInLayout({ token, children }: SignInLayoutProps) {
  const main = useFocusAfterNavigation();
  return (
    <div className={styles.page}>
      <Row
        as="header"
        align="center"
        justify="between"
        full
        centered
        measure="page"
        className={styles.header}
      >
        <a href="/" className="brand">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <span>{m.common.appName}</span>
        </a>
        <Row gap={1} align="center" oneLine>
          <LanguageSwitch
            onChange={() => token && window.history.replaceState(null, "", `#${token}`)}
          />
          <ThemeSwitch />
        </Row>
      </Row>
      <Box as="main" full centered className={styles.main} ref={main} tabIndex={-1}>
        <div className={styles.street}>
          <Text weight={800} face="display" leading={1} className={styles.words}>
            {m.signIn.tagline}
          </Text>
          <HeroPlate />
        </div>
        {children}
      </Box>
    </div>
  );
}

/**
 * The link that led here is gone, and the focus with it. A page that the browser loaded begins at its top anyway, also
 * where a guard led on to it, and a heading that has taken the focus keeps it.
 */
function useFocusAfterNavigation() {
  const main = useRef<HTMLElement>(null);
  const { state } = useLocation();
  const isLoaded = useNavigationType() === "POP" || state?.isFirstScreen === true;
  useEffect(() => {
    if (!isLoaded && isNowhere(document.activeElement))
      main.current?.focus({ preventScroll: true });
  }, [isLoaded]);
  return main;
}

/** The page has changed, so that its heading takes the focus. */
export function Heading({ children }: { children: string }) {
  return (
    <Text as="h1" size="4xl" weight={800} tabIndex={-1} ref={(heading) => heading?.focus()}>
      {children}
    </Text>
  );
}
