import { useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { DeleteTruckQuestion } from "@/staff/trucks/truck-questions";
import { Button } from "@/ui/controls/button";
import { FormSection } from "@/ui/layout/form-section";

interface DeleteTruckProps {
  truck: StaffTruck;
  onDeleted: () => void;
}

/** The end of the form: deletes the truck, after a question. */
export function DeleteTruck({ truck, onDeleted }: DeleteTruckProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <FormSection title={m.common.delete} description={m.truckForm.delete.hint}>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {m.common.deleteTruck}
        </Button>
      </div>
      <DeleteTruckQuestion
        truck={truck}
        open={isAsking}
        onOpenChange={setAsking}
        onDeleted={onDeleted}
      />
    </FormSection>
  );
}
