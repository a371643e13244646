import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { configQuery } from "@/domain/api/config";
import { CustomerInfoIn } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import type { CustomerInfo } from "@/storefront/checkout/api";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";

/** The optional address. It promises a receipt only where the server sends e-mail. */
export function EmailField({ form }: { form: UseFormReturn<CustomerInfo> }) {
  const { data: config } = useQuery(configQuery());
  return (
    <Field
      label={m.checkout.customer.emailOptional}
      hint={config?.sendsEmail ? m.checkout.customer.emailHint : undefined}
      error={form.formState.errors.email?.message}
    >
      <TextInput
        type="email"
        autoComplete="email"
        enterKeyHint="next"
        maxLength={CustomerInfoIn.email.maxLength}
        {...form.register("email")}
      />
    </Field>
  );
}
