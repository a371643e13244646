import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { whenDone } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import type { Customer, StaffOrder, StaffOrderItem } from "@/domain/api/staff-types";
import { formatDate, formatTimeOfDay } from "@/domain/time/time-words";
import { DEFAULT_TIMEZONE } from "@/domain/time/wall-clock";
import { formatDollars, formatSum } from "@/domain/values/money";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import {
  paymentBadges,
  refundedLabel,
  statusBadges,
} from "@/staff/shared/order-badges-and-warnings";
import { orderNumberColumn } from "@/staff/shared/order-number-column";
import { piecesToMake } from "@/staff/shared/order-rules";
import { ShowMore } from "@/staff/shared/show-more";
import { isScopeKnown, TruckContent } from "@/staff/shell/truck-page-frame";
import { useTruckScope } from "@/staff/shell/truck-scope-and-select";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Badge } from "@/ui/content/badge";
import { type Column, Table } from "@/ui/content/table";
import { Button, ButtonLink } from "@/ui/controls/button";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Skeletons } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { BackButton } from "@/ui/layout/back-button-and-return-to-list";
import { FormSection } from "@/ui/layout/form-section-row-and-folded";
import { PageHeader } from "@/ui/layout/page-header";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import {
  customerOrdersQuery,
  customerQuery,
  downloadCustomer,
  isCustomerMissing,
  useErasure,
} from "./api";
import { EmailLink, PhoneLink } from "./contact-links";
import styles from "./customers.module.css";

const SKELETON_HEIGHTS = Array<string>(6).fill("3.5rem");

export function CustomerPage() {
  const { id = "" } = useParams();
  const scope = useTruckScope({ allowsAll: true });
  const { role } = useCurrentUser();
  if (isScopeKnown(scope)) {
    return (
      <CustomerProfile
        key={id}
        customerId={id}
        truckId={scope.truckId}
        timezone={scope.truck?.timezone ?? DEFAULT_TIMEZONE}
        answersForData={role === "superadmin"}
      />
    );
  }
  return (
    <>
      <CustomerHeader />
      <TruckContent
        scope={scope}
        skeleton={
          <Skeletons label={m.customers.profile.loading} heights={SKELETON_HEIGHTS} gap={4} />
        }
      >
        {null}
      </TruckContent>
    </>
  );
}

/** Until it is known who this is. */
function CustomerHeader() {
  useDocumentTitle(m.common.customer);
  return <PageHeader title={m.common.customer} />;
}

interface CustomerProfileProps {
  customerId: string;
  truckId: string | null;
  timezone: string;
  /** Whether this user answers for what is kept of people. */
  answersForData: boolean;
}

/** One customer: how to reach them, what they spent, and every order. */
function CustomerProfile({ customerId, ...shown }: CustomerProfileProps) {
  const { truckId } = shown;
  const query = useQuery(customerQuery(customerId, truckId));
  const name = query.data?.name || m.common.customer;
  useDocumentTitle(name);
  if (!query.data && isCustomerMissing(query.error)) return <NoCustomer />;
  return (
    <>
      <PageHeader title={name} back={<BackButton fallback="/admin/customers" />} />
      <Loaded
        query={query}
        skeleton={
          <Skeletons label={m.customers.profile.loading} heights={SKELETON_HEIGHTS} gap={4} />
        }
        failed={m.customers.profile.failed}
      >
        {(customer) => <CustomerDetails customer={customer} {...shown} />}
      </Loaded>
    </>
  );
}

interface CustomerDetailsProps extends Omit<CustomerProfileProps, "customerId"> {
  customer: Customer;
}

function CustomerDetails(props: CustomerDetailsProps) {
  const { customer, truckId, timezone, answersForData } = props;
  return (
    <Stack gap={4} columns="fill" shrinks>
      <Row gap={6} rowGap={0} align="baseline">
        <PhoneLink phone={customer.phone} />
        <EmailLink email={customer.email} />
      </Row>
      <CustomerFacts customer={customer} timezone={timezone} />
      <Text as="h2" marginTop={4}>
        {m.common.orders}
      </Text>
      <CustomerOrders customerId={customer._id} truckId={truckId} timezone={timezone} />
      {answersForData ? (
        <Box marginTop={6}>
          <CustomerPrivacy customer={customer} />
        </Box>
      ) : null}
    </Stack>
  );
}

function CustomerFacts({ customer, timezone }: { customer: Customer; timezone: string }) {
  const facts = [
    { label: m.common.orders, value: String(customer.orderCount) },
    { label: m.customers.totalSpent, value: formatSum(customer.totalSpent) },
    {
      label: m.customers.lastOrder,
      value: formatDate(new Date(customer.lastOrderAt), timezone),
    },
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <Text as="dt" soft size="s">
            {label}
          </Text>
          <Text as="dd" size="xl" weight={700} face="display" tabular>
            {value}
          </Text>
        </div>
      ))}
    </dl>
  );
}

function NoCustomer() {
  return (
    <EmptyState
      headingLevel="h1"
      title={m.customers.profile.notFound}
      description={m.customers.profile.notFoundHint}
      action={<ButtonLink to="/admin/customers">{m.customers.profile.all}</ButtonLink>}
    />
  );
}

/** What a person may ask of the platform: to read everything that is kept, and to be forgotten. */
function CustomerPrivacy({ customer }: { customer: Customer }) {
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

const DIGITS = 4;

interface EraseDialogProps {
  customer: Customer;
  onClose: () => void;
}

/** Says what goes and what stays, and has the number typed: there is no way back. */
function EraseDialog({ customer, onClose }: EraseDialogProps) {
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const { mutateAsync, isPending, error } = useErasure(customer._id);

  function handleConfirm() {
    const fits = typed.trim() === customer.phone.slice(-DIGITS);
    setWrong(!fits);
    if (!fits) return;
    whenDone(mutateAsync(undefined, { onSuccess: onClose }), {
      onSuccess: () => showToast({ type: "success", message: m.customers.erase.done }),
      onError: () => undefined, // shown beside the button
    });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={
        customer.name
          ? m.customers.erase.title({ name: customer.name })
          : m.customers.erase.titleUnnamed
      }
      confirmLabel={m.common.eraseForGood}
      destructive
      pending={isPending}
      onConfirm={handleConfirm}
    >
      <Stack gap={4} textAlign="start">
        <p>
          <strong>{m.common.erasedLabel}</strong> {m.customers.erase.deleted}
        </p>
        <p>
          <strong>{m.common.keptLabel}</strong> {m.customers.erase.kept}
        </p>
        {error ? (
          <Notice tone="danger" title={m.customers.erase.failed} role="alert">
            {errorMessage(error)}
          </Notice>
        ) : null}
        {/* The dialog's words are soft; what is typed is not, or it reads like an example. */}
        <Box tone="plain">
          <Field
            label={m.customers.erase.lastFour({ maskedPhone: hidden(customer.phone) })}
            hint={m.customers.erase.lastFourHint}
            error={isWrong ? m.customers.erase.lastFourWrong : null}
          >
            <TextInput
              value={typed}
              inputMode="numeric"
              autoComplete="off"
              maxLength={DIGITS}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </Field>
        </Box>
      </Stack>
    </ConfirmDialog>
  );
}

/** All but what is to be typed. */
function hidden(phone: string): string {
  return `${displayPhone(phone).slice(0, -DIGITS)}••••`;
}

interface CustomerOrdersProps {
  customerId: string;
  truckId: string | null;
  timezone: string;
}

/** What a customer ordered, newest first. */
function CustomerOrders({ customerId, truckId, timezone }: CustomerOrdersProps) {
  const orders = useInfiniteQuery(customerOrdersQuery(customerId, truckId));
  const rows = orders.data?.pages.flatMap((page) => page.orders) ?? [];
  const columns = useMemo(() => orderColumns(timezone, truckId === null), [timezone, truckId]);
  return (
    <Loaded
      query={orders}
      skeleton={<Skeletons label={m.common.loadingOrders} heights={SKELETON_HEIGHTS} gap={4} />}
      failed={m.common.ordersFailed}
      headingLevel="h3"
    >
      {() =>
        rows.length === 0 ? (
          <EmptyState title={m.customers.orders.empty} headingLevel="h3" />
        ) : (
          <>
            <Table
              caption={m.customers.orders.label}
              columns={columns}
              rows={rows}
              rowKey={(order) => order._id}
            />
            <ShowMore
              list={orders}
              action={m.customers.more.orders}
              failed={m.customers.more.ordersFailed}
            />
          </>
        )
      }
    </Loaded>
  );
}

function orderColumns(timezone: string, hasTruck: boolean): Column<StaffOrder>[] {
  const truck: Column<StaffOrder> = {
    key: "truck",
    header: m.common.truck,
    cell: (order) => order.truck.name,
  };
  return [
    orderNumberColumn(),
    {
      key: "placed",
      header: m.customers.orders.placed,
      cell: (order) => <Placed order={order} zone={timezone} />,
    },
    ...(hasTruck ? [truck] : []),
    { key: "items", header: m.common.items, cell: (order) => <Items order={order} /> },
    { key: "status", header: m.common.status, cell: (order) => <Status order={order} /> },
    {
      key: "total",
      header: m.common.total,
      align: "end",
      cell: ({ total }) => formatDollars(total),
    },
  ];
}

function Placed({ order, zone }: { order: StaffOrder; zone: string }) {
  const at = new Date(order.createdAt);
  return (
    <time dateTime={order.createdAt}>
      {formatDate(at, zone)}, {formatTimeOfDay(at, zone)}
    </time>
  );
}

function Items({ order }: { order: StaffOrder }) {
  const words = (item: StaffOrderItem) => `${item.quantity} × ${item.name}`;
  const refunded = (item: StaffOrderItem) => refundedLabel(item, order.status);
  return (
    <Stack as="ul" gap={1} size="s">
      {order.items.map((item, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a placed order never move, and may be alike.
        <li key={line}>
          {piecesToMake(item) === 0 ? <s>{words(item)}</s> : words(item)}
          {refunded(item) ? (
            <Text soft size="s">
              {refunded(item)}
            </Text>
          ) : null}
        </li>
      ))}
    </Stack>
  );
}

function Status({ order }: { order: StaffOrder }) {
  const { label, tone } = statusBadges()[order.status];
  return (
    <Stack gap={1} items="start">
      <Badge tone={tone}>{label}</Badge>
      <Text as="span" soft size="s">
        {paymentBadges()[order.paymentStatus].label}
      </Text>
    </Stack>
  );
}
