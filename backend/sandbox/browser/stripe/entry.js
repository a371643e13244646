function requireTestKey(publishableKey) {
  if (typeof publishableKey === 'string' && publishableKey.startsWith('pk_test_')) return;
  throw new IntegrationError('The sandbox accepts publishable test keys only (pk_test_…); no live key belongs here.');
}

/** `window.Stripe`: the part of Stripe.js that Payment Element, Address Element and their React wrapper use. */
function Stripe(publishableKey, options = {}) {
  requireTestKey(publishableKey);
  const payments = new Payments(new Api(SANDBOX_ORIGIN, publishableKey, options.stripeAccount));
  const stripe = {
    elements: (settings) => new Elements(stripe, settings),
    retrievePaymentIntent: async (clientSecret) => payments.retrieve(clientSecret, 'stripe.retrievePaymentIntent'),
    confirmPayment: async (request = {}) => payments.confirm(request),
    confirmCardPayment: async (clientSecret, data, settings) => payments.confirmCard(clientSecret, data, settings),
    handleNextAction: async ({ clientSecret }) => payments.handleNextAction(clientSecret),
    createPaymentMethod: async (request = {}) => payments.createPaymentMethod(request),
    async createToken() {
      throw new IntegrationError('stripe.createToken() needs a card Element; the Payment Element makes payment methods.');
    },
    registerAppInfo() {},
    _registerWrapper() {},
    _apiKey: publishableKey,
    _keyMode: 'test',
  };
  return stripe;
}

Stripe.version = 'endive';
window.Stripe = Stripe;
