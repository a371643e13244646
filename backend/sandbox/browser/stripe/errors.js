/** A mistake in the calling program, thrown as Stripe.js does; what a customer can mend is returned as `{error}`. */
class IntegrationError extends Error {
  constructor(message) {
    super(message);
    this.name = 'IntegrationError';
  }
}

/** What the page gets when the API cannot be reached at all. */
function connectionError() {
  return {
    error: {
      type: 'api_connection_error',
      message: 'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
    },
  };
}

/** Stripe's answer when a bank's check was failed, closed or left. */
function authenticationFailure(intent) {
  const known = intent.last_payment_error || {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: 'https://docs.stripe.com/error-codes/payment-intent-authentication-failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  };
  return { error: { ...known, payment_intent: intent } };
}
