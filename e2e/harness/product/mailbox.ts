/** What a person does with the e-mails that the sandbox has received: waits for one, and follows its link. */
import { expect } from "@playwright/test";
import type { Email, Sandbox } from "./sandbox.ts";

/** Waits until the address has an e-mail, its only one, and answers it. */
export async function receiveEmail(sandbox: Sandbox, address: string): Promise<Email> {
  const mailbox = () => sandbox.emails(address);
  await expect.poll(mailbox).toHaveLength(1);
  const [email] = await mailbox();
  if (!email) throw new Error(`The mailbox of ${address} was emptied.`);
  return email;
}

/** The link of an e-mail, which its text and its HTML both have. */
export function linkIn({ subject, text, html }: Email): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (!link) throw new Error(`No link in the e-mail "${subject}": ${text}`);
  expect(html).toContain(`href="${link}"`);
  return link;
}
