import type { UseFormRegisterReturn } from "react-hook-form";
import type { StaffTruck } from "@/api/admin-types";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

interface PlaceFieldsProps {
  role: string;
  trucks: StaffTruck[];
  /** A truck that somebody has although it is not in the list any more. */
  formerTruck?: { _id: string; name: string } | null;
  roleProps: UseFormRegisterReturn & { disabled?: boolean };
  truckProps: UseFormRegisterReturn;
  roleHint?: string;
  errors: { role?: { message?: string }; truckId?: { message?: string } };
}

/** What somebody may do, and for which truck. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { role, trucks, formerTruck, roleProps, truckProps, roleHint, errors } = props;
  return (
    <>
      <Field label="Role" hint={roleHint} error={errors.role?.message}>
        <Select {...roleProps}>
          <option value="admin">Admin, looks after one truck</option>
          <option value="superadmin">Superadmin, looks after everything</option>
        </Select>
      </Field>
      {role === "admin" ? (
        <Field label="Food truck" error={errors.truckId?.message}>
          <Select {...truckProps}>
            <option value="">No truck yet</option>
            {formerTruck ? <option value={formerTruck._id}>{formerTruck.name}</option> : null}
            {trucks.map((truck) => (
              <option key={truck._id} value={truck._id}>
                {truck.name}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
    </>
  );
}
