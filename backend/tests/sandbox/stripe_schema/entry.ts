// The answers that the sandbox gives and the bodies that it takes, by the name that the tests ask for.
import type Stripe from 'stripe';

export interface Answers {
  account: Stripe.Account;
  account_link: Stripe.AccountLink;
  application_fee: Stripe.ApplicationFee;
  balance_transaction: Stripe.BalanceTransaction;
  charge: Stripe.Charge;
  dispute: Stripe.Dispute;
  event: Stripe.EventBase;
  fee_refund: Stripe.FeeRefund;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  refund: Stripe.Refund;
  'terminal.configuration': Stripe.Terminal.Configuration;
  'terminal.location': Stripe.Terminal.Location;
  'terminal.reader': Stripe.Terminal.Reader;
  transfer: Stripe.Transfer;
  transfer_reversal: Stripe.TransferReversal;
  webhook_endpoint: Stripe.WebhookEndpoint;
  'v2.core.account': Stripe.V2.Core.Account;
  'v2.core.account_link': Stripe.V2.Core.AccountLink;
}

export interface Bodies {
  'POST /v1/account_links': Stripe.AccountLinkCreateParams;
  'POST /v1/accounts': Stripe.AccountCreateParams;
  'POST /v1/accounts/*': Stripe.AccountUpdateParams;
  'POST /v1/charges/*': Stripe.ChargeUpdateParams;
  'POST /v1/payment_intents': Stripe.PaymentIntentCreateParams;
  'POST /v1/payment_intents/*': Stripe.PaymentIntentUpdateParams;
  'POST /v1/payment_intents/*/cancel': Stripe.PaymentIntentCancelParams;
  'POST /v1/payment_intents/*/capture': Stripe.PaymentIntentCaptureParams;
  'POST /v1/payment_intents/*/confirm': Stripe.PaymentIntentConfirmParams;
  'POST /v1/payment_methods': Stripe.PaymentMethodCreateParams;
  'POST /v1/refunds': Stripe.RefundCreateParams;
  'POST /v1/terminal/configurations': Stripe.Terminal.ConfigurationCreateParams;
  'POST /v1/terminal/locations': Stripe.Terminal.LocationCreateParams;
  'POST /v1/terminal/readers': Stripe.Terminal.ReaderCreateParams;
  'POST /v1/terminal/readers/*/process_payment_intent': Stripe.Terminal.ReaderProcessPaymentIntentParams;
  'POST /v1/webhook_endpoints': Stripe.WebhookEndpointCreateParams;
  'POST /v2/core/account_links': Stripe.V2.Core.AccountLinkCreateParams;
  'POST /v2/core/accounts': Stripe.V2.Core.AccountCreateParams;
}
