import type { StaffTruck } from "@/domain/api/admin-types";
import { allTrucksKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import { DeleteSection } from "@/staff/shell/delete-section";
import { deleteTruck } from "@/staff/trucks/api";

interface DeleteTruckProps {
  truck: StaffTruck;
  onDeleted: () => void;
}

export function DeleteTruck({ truck, onDeleted }: DeleteTruckProps) {
  return (
    <DeleteSection
      title={m.staff.trucksForm.deleteAction}
      description={m.staff.trucksForm.truckItsPageAndIts}
      action={m.staff.trucksForm.deleteTruck}
      question={m.staff.trucksForm.delete({ name: truck.name })}
      confirmLabel={m.staff.trucksForm.deleteAction}
      failed={m.staff.trucksForm.failedToDeleteTruck}
      remove={() => deleteTruck(truck._id)}
      outdated={allTrucksKey()}
      onDeleted={onDeleted}
    >
      {m.staff.trucksForm.areYouSureYouWant({ name: truck.name })}
    </DeleteSection>
  );
}
