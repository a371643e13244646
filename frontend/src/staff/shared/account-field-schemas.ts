/** The rules that the forms about accounts share. */
import * as v from "valibot";
import { RegisterRequest } from "@/domain/api/limits.gen";
import { requiredEmail, requiredText } from "@/forms/field-schemas";
import { messages as m } from "@/messages";

export const accountName = requiredText(RegisterRequest.name, () => m.signIn.checks.name);

export const accountEmail = requiredEmail(RegisterRequest.email, () => m.signIn.checks.email);

export const enteredPassword = v.pipe(
  v.string(),
  v.nonEmpty(() => m.signIn.checks.password),
);

const wrongLength = () => m.signIn.checks.passwordLength;

/** Only the server knows which passwords are too common. */
export const newPassword = v.pipe(
  enteredPassword,
  v.minLength(RegisterRequest.password.minLength, wrongLength),
  v.maxLength(RegisterRequest.password.maxLength, wrongLength),
);
