import { type FormEventHandler, type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { messages as m } from "@/messages";
import { HeroPlate } from "@/ui/content/images-and-letter-plates";
import { Button } from "@/ui/controls/button";
import { isNowhere } from "@/ui/controls/keep-focus";
import { LanguageSwitch, ThemeSwitch } from "@/ui/controls/language-and-theme";
import { Notice } from "@/ui/feedback/notice";
import { Box, Row, Stack, Text } from "@/ui/layout";
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

interface TicketFormProps {
  title: string;
  lead: string;
  submit: string;
  isSubmitting: boolean;
  /** What went wrong when no field says it, under the title of that. */
  problem: string | null;
  problemTitle: string;
  onSubmit: FormEventHandler;
  children: ReactNode;
}

/** A short form on the ticket of the sign-in pages: its title, its fields, what went wrong, and the button. */
export function TicketForm(props: TicketFormProps) {
  return (
    <>
      <Text as="h1" size="4xl" weight={800}>
        {props.title}
      </Text>
      <p className={styles.lead}>{props.lead}</p>
      <Stack
        as="form"
        gap={4}
        className={styles.form}
        onSubmit={props.onSubmit}
        noValidate
        aria-label={props.title}
      >
        {props.children}
        {props.problem ? (
          <Notice tone="danger" title={props.problemTitle} headingLevel="h2" role="alert">
            {props.problem}
          </Notice>
        ) : null}
        <Button type="submit" variant="primary" size="large" block busy={props.isSubmitting}>
          {props.submit}
        </Button>
      </Stack>
    </>
  );
}
