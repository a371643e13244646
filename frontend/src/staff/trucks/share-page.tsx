import { createElement, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { StaffTruck } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { TruckContent } from "@/staff/shell/truck-page-frame";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope-and-select";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { Notice } from "@/ui/feedback/notice";
import { FormSkeleton } from "@/ui/feedback/skeletons";

import { Box, Row, Stack, Text } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import styles from "./trucks.module.css";

/** How people come to a truck's page from elsewhere: its address, the widget for the truck's own site, the poster. */
export function SharePage() {
  const scope = useTruckScope();
  useDocumentTitle(m.shell.places.share);
  return (
    <>
      <PageHeader
        title={m.shell.places.share}
        description={scope.truck?.name}
        actions={<TruckSelect scope={scope} />}
      />
      <TruckContent scope={scope} skeleton={<FormSkeleton label={m.common.loadingTruck} />}>
        {scope.truck ? <Shared key={scope.truck._id} truck={scope.truck} /> : null}
      </TruckContent>
    </>
  );
}

function Shared({ truck }: { truck: StaffTruck }) {
  return (
    <Stack gap={8} measure="column">
      {truck.isActive ? null : (
        <Notice tone="warning" title={m.share.inactive}>
          {m.share.inactiveHint}
        </Notice>
      )}
      <Section title={m.share.address.title}>
        <Copied label={m.share.address.label} value={`${location.origin}/${truck.slug}`} />
        <Stack gap={2}>
          <Text>{m.share.address.where}</Text>
          <Stack as="ul" gap={2}>
            <li>{m.share.address.google}</li>
            <li>{m.share.address.instagram}</li>
            <li>{m.share.address.apple}</li>
          </Stack>
        </Stack>
        <Text soft>{m.share.address.stays}</Text>
      </Section>
      <Widget truck={truck} />
      <Section title={m.share.poster.title}>
        <Text>{m.share.poster.hint}</Text>
        <Row>
          <ButtonLink to={`/admin/poster?truck=${truck._id}`}>{m.share.poster.open}</ButtonLink>
        </Row>
      </Section>
    </Stack>
  );
}

const WIDGET = "/embed/truck.js";

const languages = () =>
  [
    { value: "", label: m.share.widget.languageOfPage },
    { value: "en", label: m.share.widget.english },
    { value: "es", label: m.share.widget.spanish },
  ] as const;
type WidgetLanguage = ReturnType<typeof languages>[number]["value"];

function Widget({ truck }: { truck: StaffTruck }) {
  const [lang, setLang] = useState<WidgetLanguage>("");
  const inLanguage = lang ? ` lang="${lang}"` : "";
  const lines = [
    `<script src="${location.origin}${WIDGET}" async></script>`,
    `<chuckwagon-truck slug="${truck.slug}"${inLanguage}></chuckwagon-truck>`,
  ].join("\n");
  useEffect(loadWidget, []);
  return (
    <Section title={m.share.widget.title}>
      <Text>{m.share.widget.hint}</Text>
      <SegmentedChoice
        label={m.share.widget.language}
        choices={languages()}
        value={lang}
        onChange={setLang}
      />
      <Copied label={m.share.widget.lines} value={lines} />
      {truck.isActive ? (
        <Stack gap={2}>
          <Text soft>{m.share.widget.preview}</Text>
          <Box>
            {createElement("chuckwagon-truck", { slug: truck.slug, lang: lang || undefined })}
          </Box>
        </Stack>
      ) : null}
      <Text soft>{m.share.widget.policy({ origin: location.origin })}</Text>
    </Section>
  );
}

/** Defines the element once, as the page of another site does. */
function loadWidget(): void {
  if (document.querySelector(`script[src="${WIDGET}"]`)) return;
  const script = document.createElement("script");
  script.src = WIDGET;
  document.head.append(script);
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack as="section" gap={4} aria-labelledby={id}>
      <Text as="h2" size="xl" id={id}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}

/** A text to paste elsewhere. It is selected where the browser allows no copying by a button. */
function Copied({ label, value }: { label: string; value: string }) {
  const [said, setSaid] = useState("");
  const id = useId();
  const text = useRef<HTMLPreElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setSaid(m.share.copied);
    } catch {
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setSaid(m.share.copyFailed);
    }
  }

  return (
    <Stack gap={2} role="group" aria-labelledby={id}>
      <Text weight={650} id={id}>
        {label}
      </Text>
      <Box
        as="pre"
        ref={text}
        surface="card"
        radius="control"
        outlined
        padding={4}
        breaks
        className={styles.copied}
      >
        {value}
      </Box>
      <Row gap={3} align="center">
        <Button aria-label={m.share.copyOf({ label })} onClick={() => void copy()}>
          {m.common.copy}
        </Button>
        <Text soft size="s" role="status">
          {said}
        </Text>
      </Row>
    </Stack>
  );
}
