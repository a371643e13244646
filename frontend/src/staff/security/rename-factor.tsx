import { type FormEvent, type RefObject, useRef, useState } from "react";
import type { SecondFactor } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { RenameRequest } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Stack } from "@/ui/layout";
import { Dialog } from "@/ui/overlay/dialog";
import { useRenameFactor } from "./security-api";

/** Gives a second factor another name, by which its user knows the device again. */
export function RenameFactor({ factor }: { factor: SecondFactor }) {
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        aria-label={m.security.renameNamed({ name: factor.name })}
        onClick={() => setOpen(true)}
      >
        {m.security.rename}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={m.security.renameNamed({ name: factor.name })}
        initialFocus={field}
      >
        <NameForm factor={factor} field={field} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface NameFormProps {
  factor: SecondFactor;
  field: RefObject<HTMLInputElement | null>;
  onDone: () => void;
}

function NameForm({ factor, field, onDone }: NameFormProps) {
  const [name, setName] = useState(factor.name);
  const { mutate, isPending, error } = useRenameFactor();
  const problem = name.trim() ? null : m.signIn.checks.name;

  function save(event: FormEvent) {
    event.preventDefault();
    if (!problem) mutate({ id: factor._id, name: name.trim() }, { onSuccess: onDone });
  }

  return (
    <Stack as="form" gap={4} onSubmit={save} noValidate>
      <Field label={m.common.name} error={problem ?? (error ? errorMessage(error) : null)}>
        <TextInput
          ref={field}
          value={name}
          maxLength={RenameRequest.name.maxLength}
          enterKeyHint="done"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={isPending}>
        {m.common.saveName}
      </Button>
    </Stack>
  );
}
