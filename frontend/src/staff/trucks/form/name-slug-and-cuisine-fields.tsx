import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import { ApiError } from "@/domain/api/errors";
import { TruckRequest } from "@/domain/api/limits.gen";
import type { StaffTruck } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { slugCheckQuery } from "@/staff/trucks/api";
import styles from "@/staff/trucks/trucks.module.css";
import { useDebounced } from "@/ui/browser/use-debounced";
import { Button } from "@/ui/controls/button";
import { Switch } from "@/ui/controls/checkbox-and-switch";
import { CloseIcon } from "@/ui/icons/first-page-icons";
import { Field } from "@/ui/inputs/field";
import { Textarea, TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import { FormSection } from "@/ui/layout/form-section-row-and-folded";
import { addTag, TAG_LENGTH, TAG_LIMIT, truckFields } from "./truck-form-schema";
import type { TruckFormApi } from "./use-truck-form";

const { label } = truckFields;

interface IdentityFieldsProps {
  form: TruckFormApi;
  /** Null for a new one, of which the name is asked before. */
  truck: StaffTruck | null;
  knownCuisines: readonly string[];
}

export function IdentityFields({ form, truck, knownCuisines }: IdentityFieldsProps) {
  return (
    <FormSection title={truck ? m.truckForm.identity.title : m.truckForm.identity.titleMore}>
      {truck ? <NameField form={form} /> : null}
      <SlugField form={form} truck={truck} />
      {truck && !truck.isDraft ? (
        <Switch
          label={label("isActive")}
          hint={m.truckForm.identity.activeHint}
          {...form.register("isActive")}
        />
      ) : null}
      <DescriptionFields form={form} />
      <Controller
        control={form.control}
        name="cuisine"
        render={({ field, fieldState: { error } }) => (
          <TagsField
            tags={field.value}
            onChange={field.onChange}
            known={knownCuisines}
            error={sentenceIn(error)}
            inputRef={field.ref}
          />
        )}
      />
    </FormSection>
  );
}

export function NameField({ form }: { form: TruckFormApi }) {
  return (
    <Field label={label("name")} error={form.formState.errors.name?.message}>
      <TextInput
        maxLength={TruckRequest.name.maxLength}
        required
        autoComplete="off"
        {...form.register("name")}
      />
    </Field>
  );
}

export function DescriptionFields({ form }: { form: TruckFormApi }) {
  const { errors } = form.formState;
  return (
    <>
      <Field
        label={label("shortDescription")}
        hint={m.truckForm.identity.shortHint}
        error={errors.shortDescription?.message}
      >
        <Textarea
          rows={2}
          maxLength={TruckRequest.shortDescription.maxLength}
          {...form.register("shortDescription")}
        />
      </Field>
      <Field
        label={label("description")}
        hint={m.truckForm.identity.descriptionHint}
        error={errors.description?.message}
      >
        <Textarea
          rows={5}
          maxLength={TruckRequest.description.maxLength}
          {...form.register("description")}
        />
      </Field>
    </>
  );
}

/** A sentence about the list, or the first about one of its tags. */
function sentenceIn(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.values(error).map(sentenceIn).find(Boolean);
}

interface SlugFieldProps {
  form: TruckFormApi;
  truck: StaffTruck | null;
}

/** The truck's place in the address bar; it follows the name until it is written by hand. */
function SlugField({ form, truck }: SlugFieldProps) {
  const { slug, isByHand, verdict } = useSlug(form, truck);
  const refused = verdict.kind === "refused" ? verdict.sentence : undefined;
  const input = form.register("slug", { onBlur: () => tidy(form) });
  return (
    <Stack gap={1}>
      <Field
        label={label("slug")}
        hint={hintOf(truck, isByHand)}
        error={form.formState.errors.slug?.message ?? refused}
      >
        <TextInput
          maxLength={TruckRequest.slug.maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
        />
      </Field>
      <Text tone="good" size="s" weight={600} breaks role="status">
        {verdict.kind === "checking" ? m.truckForm.slug.checking : null}
        {verdict.kind === "free" ? m.truckForm.slug.free({ address: address(slug) }) : null}
        {verdict.kind === "own" ? m.truckForm.slug.current({ address: address(slug) }) : null}
        {verdict.kind === "unknown" ? m.truckForm.slug.unchecked : null}
      </Text>
    </Stack>
  );
}

function hintOf(truck: StaffTruck | null, isByHand: boolean): string {
  if (truck) return m.truckForm.slug.changeHint;
  if (isByHand) return m.truckForm.slug.ownHint;
  return m.truckForm.slug.madeHint;
}

function address(slug: string): string {
  return `${window.location.host}/${slug}`;
}

function tidy(form: TruckFormApi): void {
  const typed = form.getValues("slug");
  const tidied = tidySlug(typed);
  if (tidied !== typed) form.setValue("slug", tidied, { shouldDirty: true });
}

interface TagsFieldProps {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  known: readonly string[];
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
}

/** Short words, added with Enter or a comma and taken away one by one. */
function TagsField({ tags, onChange, known, error, inputRef }: TagsFieldProps) {
  const [typed, setTyped] = useState("");
  const listId = useId();
  const isFull = tags.length >= TAG_LIMIT;

  function add(): void {
    const next = addTag(tags, typed);
    setTyped("");
    if (next !== tags) onChange([...next]);
  }

  const leave = useOnLeave(add);

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== "," && !(event.key === "Enter" && typed.trim())) return;
    event.preventDefault();
    add();
  }

  return (
    <Stack gap={3}>
      <Field
        label={label("cuisine")}
        hint={isFull ? m.truckForm.tags.full({ limit: TAG_LIMIT }) : m.truckForm.tags.hint}
        error={error}
      >
        <TextInput
          ref={inputRef}
          value={typed}
          list={listId}
          maxLength={TAG_LENGTH}
          enterKeyHint="enter"
          readOnly={isFull}
          placeholder={m.truckForm.tags.placeholder}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={handleKey}
          onBlur={leave}
        />
        <datalist id={listId}>
          {known.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </Field>
      {tags.length > 0 ? (
        <Row as="ul" gap={2} aria-label={m.truckForm.tags.label}>
          {tags.map((tag) => (
            <Row
              key={tag}
              as="li"
              inline
              align="center"
              oneLine
              surface="sunken"
              weight={600}
              className={styles.tag}
            >
              {tag}
              <Button
                variant="quiet"
                className={styles.removeTag}
                aria-label={m.common.removeNamed({ name: tag })}
                onClick={() => onChange(tags.filter((other) => other !== tag))}
              >
                <CloseIcon size={16} />
              </Button>
            </Row>
          ))}
        </Row>
      ) : null}
    </Stack>
  );
}

/**
 * For what a field does when it is left and what changes its height: at once after a key, at the end of a mouse press
 * that left it. Sooner, a button below would move while it is held down, and get no click. The function that it
 * returns is for `onBlur`.
 */
function useOnLeave(act: () => void): () => void {
  const latest = useRef(act);
  const isHeld = useRef(false);
  const isLeft = useRef(false);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const press = () => {
      isHeld.current = true;
    };
    const release = () => {
      isHeld.current = false;
      if (isLeft.current) latest.current();
      isLeft.current = false;
    };
    window.addEventListener("pointerdown", press, true);
    window.addEventListener("pointerup", release, true);
    window.addEventListener("pointercancel", release, true);
    return () => {
      window.removeEventListener("pointerdown", press, true);
      window.removeEventListener("pointerup", release, true);
      window.removeEventListener("pointercancel", release, true);
    };
  }, []);
  return () => {
    if (isHeld.current) isLeft.current = true;
    else latest.current();
  };
}

const WAIT_MS = 350;

type SlugVerdict =
  | { kind: "none" | "checking" | "free" | "own" | "unknown" }
  | { kind: "refused"; sentence: string };

/** Keeps the slug with the name until it is written by hand, and asks whether it is free. */
function useSlug(form: TruckFormApi, truck: StaffTruck | null) {
  const [fromName, setFromName] = useState("");
  const [name, typed] = useWatch({ control: form.control, name: ["name", "slug"] });
  // Once it is typed it stays; once it is emptied it follows the name again.
  const isByHand = truck !== null || (typed !== "" && typed !== fromName);
  const slug = isByHand ? tidySlug(typed) : "";
  const asked = { slug, name: isByHand ? "" : name.trim() };
  const settled = useDebounced(`${asked.slug} ${asked.name}`, WAIT_MS);
  const isSettled = settled === `${asked.slug} ${asked.name}`;
  const isOwn = isByHand && slug === truck?.slug;
  const isAsking = (asked.slug !== "" || asked.name !== "") && !isOwn;
  const { data, error } = useQuery({
    ...slugCheckQuery({ ...asked, truckId: truck?._id ?? null }),
    enabled: isAsking && isSettled,
  });

  const proposed = isByHand || !isAsking ? "" : data?.slug;
  useEffect(() => {
    if (isByHand || proposed === undefined) return;
    setFromName(proposed);
    form.setValue("slug", proposed, { shouldDirty: true });
  }, [form, isByHand, proposed]);

  function verdict(): SlugVerdict {
    if (isOwn) return { kind: "own" };
    if (!isAsking) return { kind: "none" };
    if (error) return refusalIn(error);
    if (!isSettled || !data) return { kind: "checking" };
    if (data.available) return { kind: "free" };
    return { kind: "refused", sentence: data.reason ?? m.truckForm.slug.taken };
  }

  return {
    slug: isByHand ? slug : (data?.slug ?? ""),
    isByHand,
    verdict: verdict(),
  };
}

/** A slug of the wrong form is answered with an error that says so; anything else is no answer. */
function refusalIn(error: Error): SlugVerdict {
  const sentence = error instanceof ApiError ? error.fields.slug : undefined;
  return sentence ? { kind: "refused", sentence } : { kind: "unknown" };
}

/** "Spicy Burritos", typed as a slug, was meant to be "spicy-burritos". */
function tidySlug(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
}
