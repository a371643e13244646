import type { UseFormRegisterReturn } from "react-hook-form";
import type { StaffTruck } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";

export interface TruckChoice {
  trucks: StaffTruck[];
  /** Why there are none to choose from. */
  problem: string | null;
}

interface RoleAndTruckFieldsProps {
  role: string;
  trucks: TruckChoice;
  /** A truck that a user has although it is not in the list any more. */
  formerTruck?: { _id: string; name: string } | null;
  roleProps: UseFormRegisterReturn & { disabled?: boolean };
  truckProps: UseFormRegisterReturn;
  roleHint?: string;
  truckHint?: string;
  errors: { role?: { message?: string }; truckId?: { message?: string } };
}

/** What a user may do, and for which truck. */
export function RoleAndTruckFields(props: RoleAndTruckFieldsProps) {
  const { role, formerTruck, roleProps, truckProps, errors } = props;
  const { trucks, problem } = props.trucks;
  return (
    <>
      <Field label={m.common.role} hint={props.roleHint} error={errors.role?.message}>
        <Select {...roleProps}>
          <option value="admin">{m.team.place.admin}</option>
          <option value="superadmin">{m.team.place.superadmin}</option>
        </Select>
      </Field>
      {role === "admin" ? (
        <Field
          label={m.common.truck}
          hint={props.truckHint}
          error={errors.truckId?.message ?? problem}
        >
          <Select {...truckProps}>
            <option value="">{m.common.noTruckYet}</option>
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
