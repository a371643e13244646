import { useState } from "react";
import type { Customer } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { DownloadButton } from "@/ui/controls/download-button";
import { Row } from "@/ui/layout";
import { FormSection } from "@/ui/layout/form-section";
import { downloadCustomer } from "./api";
import { EraseDialog } from "./erase-dialog";

/** What a person may ask of the platform: to read everything that is kept, and to be forgotten. */
export function CustomerPrivacy({ customer }: { customer: Customer }) {
  const [isAsking, setAsking] = useState(false);
  // Everybody is known by a phone, until they are known no more.
  const isErased = customer.phone === "";
  return (
    <FormSection
      title={m.customers.privacy.title}
      description={isErased ? m.customers.privacy.erased : m.customers.privacy.lead}
    >
      <Row gap={3}>
        <DownloadButton load={() => downloadCustomer(customer._id)} fallbackName="customer.json">
          {m.customers.privacy.export}
        </DownloadButton>
        {isErased ? null : (
          <Button variant="danger" onClick={() => setAsking(true)}>
            {m.customers.privacy.erase}
          </Button>
        )}
      </Row>
      {isAsking ? <EraseDialog customer={customer} onClose={() => setAsking(false)} /> : null}
    </FormSection>
  );
}
