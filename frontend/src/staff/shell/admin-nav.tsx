import { useState } from "react";
import { NavLink, useLocation } from "react-router";
import type { User } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { signOut, useCurrentUser } from "@/staff/session/session";
import { Button } from "@/ui/controls/button";
import { MoreIcon, SignOutIcon } from "@/ui/icons/icons";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { ThemeSwitch } from "@/ui/layout/switches";
import { Dialog } from "@/ui/overlay/dialog";
import { type AdminPlace, placesOf } from "./admin-places";
import styles from "./shell.module.css";
import { countWaiting, useWaitingPayments } from "./waiting-payments";

const ON_THE_BAR = 4;

/** The staff's way around: a column beside the screen, or a bar under the thumb with the rest in a sheet. */
export function AdminNav() {
  const user = useCurrentUser();
  const places = placesOf(user.role);
  return (
    <>
      <header className={styles.side}>
        <Brand />
        <nav aria-label={m.common.admin}>
          <PlaceList places={places} />
        </nav>
        <div className={styles.foot}>
          <Who user={user} />
          <SignOutButton />
        </div>
      </header>
      <PhoneBar user={user} places={places} />
    </>
  );
}

function PhoneBar({ user, places }: { user: User; places: AdminPlace[] }) {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const onBar = places.slice(0, ON_THE_BAR);
  const isElsewhere = !onBar.some(({ to }) => pathname.startsWith(to));
  return (
    <>
      <Box as="header" padding={4} paddingBlock={1} lineBelow className={styles.top}>
        <Brand />
      </Box>
      <nav aria-label={m.shell.navigationShort} className={styles.bar} data-bottom-bar>
        {onBar.map((place) => (
          <PlaceLink key={place.to} place={place} className={styles.tab} />
        ))}
        <button
          type="button"
          className={styles.tab}
          aria-haspopup="dialog"
          aria-current={isElsewhere ? "true" : undefined}
          onClick={() => setOpen(true)}
        >
          <MoreIcon />
          <span>{m.shell.more}</span>
          <WaitingCount />
        </button>
      </nav>
      <Dialog open={open} onOpenChange={setOpen} title={m.shell.more}>
        <Stack gap={2}>
          <PlaceList places={places.slice(ON_THE_BAR)} onChoose={() => setOpen(false)} />
          <Who user={user} onChoose={() => setOpen(false)} />
          <SignOutButton />
        </Stack>
      </Dialog>
    </>
  );
}

function Brand() {
  return (
    <Row align="center" justify="between" oneLine>
      <a href="/" className="brand">
        <img src="/favicon.svg" alt="" width="32" height="32" />
        <span>{m.common.appName}</span>
      </a>
      <ThemeSwitch />
    </Row>
  );
}

function PlaceList({
  places,
  onChoose,
}: {
  places: AdminPlace[];
  onChoose?: (() => void) | undefined;
}) {
  return (
    <Stack as="ul" gap={1}>
      {places.map((place) => (
        <li key={place.to}>
          <PlaceLink place={place} className={styles.place} onChoose={onChoose} />
        </li>
      ))}
    </Stack>
  );
}

interface PlaceLinkProps {
  place: AdminPlace;
  className: string | undefined;
  onChoose?: (() => void) | undefined;
}

function PlaceLink({ place, className, onChoose }: PlaceLinkProps) {
  const { to, label, icon: PlaceIcon, waiting } = place;
  return (
    <NavLink to={to} className={className} onClick={onChoose}>
      <PlaceIcon />
      <span>{label}</span>
      {waiting ? <WaitingCount kind={waiting} /> : null}
    </NavLink>
  );
}

/** How many payments wait for a person, of one kind or of all. */
function WaitingCount({ kind }: { kind?: NonNullable<AdminPlace["waiting"]> }) {
  const count = countWaiting(useWaitingPayments(), kind);
  if (count === 0) return null;
  return (
    <>
      {" "}
      <span className={styles.count}>
        {count} <span className="visually-hidden">{m.shell.waiting}</span>
      </span>
    </>
  );
}

/** Who is signed in and for which truck; leads to one's own account. */
function Who({ user, onChoose }: { user: User; onChoose?: () => void }) {
  return (
    <NavLink to="/admin/profile" className={styles.who} onClick={onChoose}>
      <Text as="span" weight={700}>
        {user.name || user.email}
      </Text>
      <Text as="span" soft size="s">
        {roleLabel(user)}
      </Text>
      <span className="visually-hidden">{m.shell.profileSuffix}</span>
    </NavLink>
  );
}

function roleLabel({ role, truckName }: User): string {
  if (role === "superadmin") return m.shell.superadmin;
  return truckName ?? m.shell.noTruck;
}

function SignOutButton() {
  return (
    <Button variant="quiet" className={styles.signOut} onClick={signOut}>
      <SignOutIcon />
      {m.common.signOut}
    </Button>
  );
}
