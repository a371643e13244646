import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { StaffTruck } from "@/domain/api/staff-types";
import { stored, TEXT } from "@/domain/stored";
import { deletedTrucksQuery, staffTrucksQuery } from "@/domain/trucks/staff-truck-queries";
import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import { withParams } from "@/ui/browser/with-params-and-param-once";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import styles from "./shell.module.css";

/** The address holds it too; this is for the next screen. */
const remembered = stored("chuckwagon.admin-truck", TEXT, "session");
const NO_TRUCKS: StaffTruck[] = [];

export interface TruckScope {
  /** The truck that the screen is about; null when there is none, or when it is about all. */
  truckId: string | null;
  truck: StaffTruck | null;
  trucks: StaffTruck[];
  /** Whether this user may choose among trucks. */
  isChooser: boolean;
  /** Whether "all trucks" is a choice; no truck means all of them then. */
  allowsAll: boolean;
  isLoading: boolean;
  error: Error | null;
  refetch: () => void;
  choose: (truckId: string | null) => void;
}

interface ScopeOptions {
  allowsAll?: boolean;
  /** Superadmins choose deleted trucks as well, to end what is left of their orders. */
  allowsDeleted?: boolean;
}

/**
 * Which truck a staff screen is about: an admin's own, or the one that a superadmin chose, at first
 * the first of the list (or all, where a screen can show all). The choice is in the address
 * (`?truck=`), so that it can be shared, and remembered for the next screen.
 */
export function useTruckScope({
  allowsAll = false,
  allowsDeleted = false,
}: ScopeOptions = {}): TruckScope {
  const { role, truckId: ownTruckId } = useCurrentUser();
  const isChooser = role === "superadmin";
  const { data: present = NO_TRUCKS, error, isPending, refetch } = useQuery(staffTrucksQuery());
  const offersDeleted = isChooser && allowsDeleted;
  const { data: deleted = NO_TRUCKS, isPending: isDeletedPending } = useQuery({
    ...deletedTrucksQuery(),
    enabled: offersDeleted,
  });
  const trucks = useMemo(
    () => (deleted.length > 0 ? [...present, ...deleted] : present),
    [present, deleted],
  );
  const [chosen, choose] = useChosenTruck(isChooser);
  const wanted = isChooser ? chosen : ownTruckId;
  const found = trucks.find(({ _id }) => _id === wanted) ?? null;
  // A deleted truck may be meant: until those are known, no other one takes its place.
  const mayBeDeleted = offersDeleted && isDeletedPending && wanted !== null && !found;
  const fallback = isChooser && !allowsAll && !mayBeDeleted ? trucks[0] : null;
  const truck = found ?? fallback ?? null;
  return {
    // A remembered truck may be gone; an own one is known before the list has arrived.
    truckId: isChooser ? (truck?._id ?? null) : ownTruckId,
    truck,
    trucks,
    isChooser,
    allowsAll: isChooser && allowsAll,
    isLoading: isPending || mayBeDeleted,
    error: trucks === NO_TRUCKS ? error : null,
    refetch: useCallback(() => void refetch(), [refetch]),
    choose,
  };
}

function useChosenTruck(isChooser: boolean): [string | null, (truckId: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get("truck");
  useEffect(() => {
    if (isChooser && inAddress) remembered.write(inAddress);
  }, [isChooser, inAddress]);
  const choose = useCallback(
    (truckId: string | null) => {
      remembered.write(truckId);
      // The way back leads to the page before this one, not to the same page with another truck.
      setParams((present) => withTruck(present, truckId), { replace: true });
    },
    [setParams],
  );
  return [inAddress ?? remembered.read(), choose];
}

function withTruck(present: URLSearchParams, truckId: string | null): URLSearchParams {
  // The page of one truck's list is no page of another's.
  return withParams(present, { truck: truckId, older: null });
}

function optionLabel({ name, isActive, isDraft, archivedAt }: StaffTruck): string {
  if (archivedAt) return m.shell.truckDeleted({ name });
  if (isDraft) return m.shell.truckDraft({ name });
  return isActive ? name : m.shell.truckInactive({ name });
}

/** The same in a line of buttons: what it chooses stands in it, so its label is spoken only. */
export function TruckSelectInLine({ scope }: { scope: TruckScope }) {
  return scope.isChooser ? (
    <div className={styles.inLine}>
      <TruckSelect scope={scope} />
    </div>
  ) : null;
}

/** The superadmin's choice of a truck; nothing for anybody else. */
export function TruckSelect({ scope }: { scope: TruckScope }) {
  const { isChooser, allowsAll, isLoading, trucks, truckId, choose } = scope;
  if (!isChooser || (!isLoading && trucks.length === 0)) return null;
  return (
    <Field label={m.common.truck}>
      <Select
        value={truckId ?? ""}
        disabled={isLoading}
        onChange={(event) => choose(event.target.value || null)}
      >
        {isLoading ? <option value="">{m.common.loadingTrucks}</option> : null}
        {allowsAll && !isLoading ? <option value="">{m.common.allTrucks}</option> : null}
        {trucks.map((truck) => (
          <option key={truck._id} value={truck._id}>
            {optionLabel(truck)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
