/** Settings of the product under test: what the worker and the sandbox wait for is short, and no limit is reached. */
export const PRODUCT_SETTINGS = {
  // Between two journeys a product only polls, and three at once do: shorter, both cost more than the orders.
  CHUCKWAGON_WORKER_POLL_SECONDS: "1",
  CHUCKWAGON_RECONCILE_SECONDS: "3",
  CHUCKWAGON_SMS_RETRY_SECONDS: "0.2",
  CHUCKWAGON_MAIL_RETRY_SECONDS: "0.2",
  // Time to tap "Undo", which a busy machine needs too, and what each change of plan then waits for.
  CHUCKWAGON_DISRUPTION_SECONDS: "10",
  CHUCKWAGON_DISRUPTION_RETRY_SECONDS: "0.2",
  SANDBOX_WEBHOOK_RETRY_SECONDS: "0.2,0.5,1,2,5",
  // All tests of a worker come from one address and many act as one member of the staff; 0 is no limit.
  CHUCKWAGON_LIMIT_READS_PER_ADDRESS: "0",
  CHUCKWAGON_LIMIT_SEARCHES_PER_ADDRESS: "0",
  CHUCKWAGON_LIMIT_CHECKOUTS_PER_ADDRESS: "0",
  CHUCKWAGON_LIMIT_VERIFICATIONS_PER_ADDRESS: "0",
  CHUCKWAGON_LIMIT_SIGN_IN_FAILURES_PER_ADDRESS: "0",
  CHUCKWAGON_LIMIT_RESETS_PER_ADDRESS: "0",
  CHUCKWAGON_LIMIT_NOTIFICATIONS_PER_USER: "0",
  CHUCKWAGON_LIMIT_UPLOADS_PER_USER: "0",
};
