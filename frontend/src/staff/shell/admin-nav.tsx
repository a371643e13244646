import { type ComponentType, lazy, Suspense, useState } from "react";
import { NavLink, useLocation } from "react-router";
import type { Role, User } from "@/domain/api/staff-types";
import { loadOutbox } from "@/domain/offline/load-outbox";
import { mayHaveUnsent } from "@/domain/offline/unsent-orders";
import { messages as m } from "@/messages";
import { currentLanguage } from "@/messages/language";
import { loadMessages } from "@/staff/load-messages";
import { signOut, useCurrentUser } from "@/staff/session/session";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { ThemeSwitch } from "@/ui/controls/language-and-theme";
import { CalendarIcon } from "@/ui/icons/common-icons";
import {
  BadgeIcon,
  BankIcon,
  BookIcon,
  CardReaderIcon,
  ChartIcon,
  ClockBackIcon,
  DrawerIcon,
  HandIcon,
  HomeIcon,
  LedgerIcon,
  MenuBoardIcon,
  MenuIcon,
  MoreIcon,
  PanIcon,
  PeopleIcon,
  PercentIcon,
  ShareIcon,
  SignOutIcon,
  TagIcon,
  TicketIcon,
  TruckIcon,
} from "@/ui/icons/staff-icons";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { Dialog } from "@/ui/overlay/dialog-and-drawer";
import { useWaiting } from "./dashboard-queries-and-waiting-counts";
import styles from "./shell.module.css";

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
      <Stack
        as="nav"
        surface="card"
        lineAbove
        aria-label={m.shell.navigationShort}
        className={styles.bar}
        data-bottom-bar
      >
        {onBar.map((place) => (
          <PlaceLink key={place.to} place={place} className={styles.tab} />
        ))}
        <button
          type="button"
          className={classNames(styles.tab, styles.more)}
          aria-haspopup="dialog"
          aria-current={isElsewhere ? "true" : undefined}
          onClick={() => setOpen(true)}
        >
          <MoreIcon />
          <span>{m.shell.more}</span>
          <WaitingCount at="payments" />
        </button>
      </Stack>
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

/** The way around from a page of the whole screen: a small button, and all places in a sheet. */
export function NavigationButton() {
  const user = useCurrentUser();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        className={styles.navigation}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <MenuIcon />
        <span className="visually-hidden">{m.shell.navigation}</span>
        <WaitingCount at="dashboard" />
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={m.common.admin}>
        <Stack gap={2}>
          <Brand />
          <PlaceList places={placesOf(user.role)} onChoose={() => setOpen(false)} />
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
    <Stack gap={3}>
      {GROUPS.map((group) => {
        const inGroup = places.filter((place) => place.group === group);
        if (inGroup.length === 0) return null;
        return (
          <Stack key={group ?? ""} gap={1}>
            {group ? (
              <Text as="p" soft size="xs" weight={650}>
                {m.shell.groups[group]}
              </Text>
            ) : null}
            <Stack as="ul" gap={1} aria-label={group ? m.shell.groups[group] : undefined}>
              {inGroup.map((place) => (
                <li key={place.to}>
                  <PlaceLink place={place} className={styles.place} onChoose={onChoose} />
                </li>
              ))}
            </Stack>
          </Stack>
        );
      })}
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
      {waiting ? <WaitingCount at={waiting} /> : null}
    </NavLink>
  );
}

/** How much waits for the user there. The dashboard's lines name disputes and held payments too. */
function WaitingCount({ at }: { at: NonNullable<AdminPlace["waiting"]> | "payments" }) {
  const waiting = useWaiting();
  const count = at === "payments" ? waiting.disputes + waiting.heldPayments : waiting[at];
  if (count === 0) return null;
  return (
    <>
      {" "}
      <Text
        as="span"
        pushed
        surface="danger"
        tone="danger"
        size="s"
        textAlign="center"
        className={styles.count}
      >
        <span aria-hidden>{count}</span>
        <span className="visually-hidden">
          {at === "dashboard" ? m.shell.needYou({ count }) : m.shell.waiting({ count })}
        </span>
      </Text>
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

const SignOutQuestion = lazy(async () => {
  const [{ SignOutQuestion }] = await Promise.all([
    import("./sign-out-question"),
    loadMessages(currentLanguage(), ["unsent"]),
  ]);
  return { default: SignOutQuestion };
});

/** Asks first while this device has orders of the user's truck that the server does not have. */
function SignOutButton() {
  const user = useCurrentUser();
  const [asked, setAsked] = useState<{ count: number; open: boolean } | null>(null);
  const leave = async () => {
    const count = await unsentCount(user);
    if (count > 0) setAsked({ count, open: true });
    else signOut();
  };
  return (
    <>
      <Button variant="quiet" className={styles.signOut} onClick={() => void leave()}>
        <SignOutIcon />
        {m.common.signOut}
      </Button>
      {asked ? (
        <Suspense>
          <SignOutQuestion
            {...asked}
            onOpenChange={(open) => setAsked({ ...asked, open })}
            onConfirm={signOut}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** As the device has them now: what the screens know may not have been read yet. */
async function unsentCount({ role, truckId }: User): Promise<number> {
  if (mayHaveUnsent.read() === null) return 0;
  const { countByTruck } = await loadOutbox();
  const counts = await countByTruck((id) => role === "superadmin" || id === truckId);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

const GROUPS = [undefined, "money", "truck", "platform"] as const;

interface AdminPlace {
  /** Under which heading it stands; those of every day stand before the first. */
  group?: "money" | "truck" | "platform";
  to: string;
  label: string;
  icon: ComponentType;
  /** What waits there for a person, to be counted beside the name. */
  waiting?: "dashboard" | "disputes" | "heldPayments";
}

const sharedPlaces = (): AdminPlace[] => [
  { to: "/admin/dashboard", label: m.common.dashboard, icon: HomeIcon, waiting: "dashboard" },
  { to: "/admin/orders", label: m.common.orders, icon: TicketIcon },
  { to: "/admin/kitchen", label: m.common.kitchen, icon: PanIcon },
  { to: "/admin/menu", label: m.common.menu, icon: MenuBoardIcon },
  { to: "/admin/schedule", label: m.common.schedule, icon: CalendarIcon },
  { to: "/admin/customers", label: m.common.customers, icon: PeopleIcon },
  { to: "/admin/offers", label: m.common.offers, icon: TagIcon },
  { to: "/admin/analytics", label: m.common.analytics, icon: ChartIcon },
];

const drawer = (): AdminPlace => ({
  group: "money",
  to: "/admin/drawer",
  label: m.shell.drawer,
  icon: DrawerIcon,
});

const bookPlaces = (): AdminPlace[] => [
  { group: "money", to: "/admin/books", label: m.common.books, icon: BookIcon },
  { group: "money", to: "/admin/taxes", label: m.common.taxes, icon: PercentIcon },
];

const disputes = (): AdminPlace => ({
  group: "money",
  to: "/admin/disputes",
  label: m.common.disputes,
  icon: BankIcon,
  waiting: "disputes",
});

const ourTruck = (): AdminPlace => ({
  group: "truck",
  to: "/admin/our-truck",
  label: m.shell.places.ourTruck,
  icon: TruckIcon,
});

const devices = (): AdminPlace => ({
  group: "truck",
  to: "/admin/devices",
  label: m.shell.places.devices,
  icon: CardReaderIcon,
});

const share = (): AdminPlace => ({
  group: "truck",
  to: "/admin/share",
  label: m.shell.places.share,
  icon: ShareIcon,
});

const superadminPlaces = (): AdminPlace[] => [
  drawer(),
  ...bookPlaces(),
  { group: "money", to: "/admin/ledger", label: m.common.ledger, icon: LedgerIcon },
  disputes(),
  {
    group: "money",
    to: "/admin/held-payments",
    label: m.common.heldPayments,
    icon: HandIcon,
    waiting: "heldPayments",
  },
  devices(),
  share(),
  { group: "platform", to: "/admin/trucks", label: m.common.trucks, icon: TruckIcon },
  { group: "platform", to: "/admin/users", label: m.common.staff, icon: BadgeIcon },
  { group: "platform", to: "/admin/audit", label: m.common.activity, icon: ClockBackIcon },
];

/** The screens that a role may open, the most used first. */
function placesOf(role: Role): AdminPlace[] {
  return role === "superadmin"
    ? [...sharedPlaces(), ...superadminPlaces()]
    : [...sharedPlaces(), drawer(), ...bookPlaces(), disputes(), ourTruck(), devices(), share()];
}
