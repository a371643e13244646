import { useQuery } from "@tanstack/react-query";
import type { Customer } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { BackButton } from "@/ui/controls/back-button";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded } from "@/ui/feedback/loaded";
import { Box, Row, Text } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import { customerQuery, isCustomerMissing } from "./api";
import { EmailLink, PhoneLink } from "./contact-links";
import { CustomerOrders } from "./customer-orders";
import { CustomerPrivacy } from "./customer-privacy";
import styles from "./customers.module.css";
import { CustomersSkeleton } from "./customers-skeleton";

interface CustomerProfileProps {
  customerId: string;
  truckId: string | null;
  timezone: string;
  /** Whether this user answers for what is kept of people. */
  answersForData: boolean;
}

/** One customer: how to reach them, what they spent, and every order. */
export function CustomerProfile({ customerId, ...shown }: CustomerProfileProps) {
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
        skeleton={<CustomersSkeleton label={m.customers.profile.loading} />}
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
    <div className={styles.screen}>
      <Row gap={6} rowGap={0} align="baseline">
        <PhoneLink phone={customer.phone} />
        <EmailLink email={customer.email} />
      </Row>
      <CustomerFacts customer={customer} timezone={timezone} />
      <h2 className={styles.heading}>{m.common.orders}</h2>
      <CustomerOrders customerId={customer._id} truckId={truckId} timezone={timezone} />
      {answersForData ? (
        <Box marginTop={6}>
          <CustomerPrivacy customer={customer} />
        </Box>
      ) : null}
    </div>
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
