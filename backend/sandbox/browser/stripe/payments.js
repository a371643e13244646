/** Confirming an intent and following it to its end: success, error, bank check or redirect. */
class Payments {
  constructor(api) {
    this.api = api;
  }

  async retrieve(clientSecret, caller) {
    const id = intentIdOf(clientSecret, caller);
    const answer = await this.api.get(`/v1/payment_intents/${id}`, { client_secret: clientSecret });
    return answer.error ? { error: answer.error } : { paymentIntent: answer };
  }

  async confirm(request) {
    const { elements, confirmParams = {}, redirect = 'always' } = request;
    const clientSecret = request.clientSecret ?? elements?._options.clientSecret;
    const id = intentIdOf(clientSecret, 'stripe.confirmPayment');
    requireReturnUrl(confirmParams.return_url, redirect);
    const params = { ...confirmParams, client_secret: clientSecret, use_stripe_sdk: true };
    const answer = elements
      ? await this.#confirmInFrame(elements, id, params)
      : await this.api.post(`/v1/payment_intents/${id}/confirm`, params);
    const result = await this.#follow(clientSecret, answer);
    if (result.error || redirect !== 'always') return result;
    return leaveFor(confirmParams.return_url, result.paymentIntent, clientSecret);
  }

  /** The frame posts the card itself: its number never reaches the page. */
  async #confirmInFrame(elements, id, params) {
    const payment = requirePaymentElement(elements, 'stripe.confirmPayment');
    const { error } = await elements.submit();
    if (error) return { error };
    const given = params.payment_method_data ?? {};
    const { billing, shipping } = await addressesOf(elements);
    return payment._link.ask('post', {
      path: `/v1/payment_intents/${id}/confirm`,
      params: {
        ...params,
        ...this.api.credentials,
        shipping: params.shipping ?? shipping,
        payment_method_data: { ...given, billing_details: { ...billing, ...given.billing_details } },
      },
      cardUnder: 'payment_method_data',
    });
  }

  async createPaymentMethod({ elements, params = {} }) {
    const payment = requirePaymentElement(elements, 'stripe.createPaymentMethod');
    const { error } = await elements.submit();
    if (error) return { error };
    const { billing } = await addressesOf(elements);
    const answer = await payment._link.ask('post', {
      path: '/v1/payment_methods',
      params: {
        ...params,
        ...this.api.credentials,
        billing_details: { ...billing, ...params.billing_details },
      },
      cardUnder: '',
    });
    return answer.error ? { error: answer.error } : { paymentMethod: answer };
  }

  /** Confirms with a saved payment method; a raw card belongs in the Payment Element. */
  async confirmCard(clientSecret, data = {}, options = {}) {
    const id = intentIdOf(clientSecret, 'stripe.confirmCardPayment');
    const params = { ...data, client_secret: clientSecret, use_stripe_sdk: true };
    const answer = await this.api.post(`/v1/payment_intents/${id}/confirm`, params);
    if (options.handleActions === false) return answer.error ? { error: answer.error } : { paymentIntent: answer };
    return this.#follow(clientSecret, answer);
  }

  async handleNextAction(clientSecret) {
    const { error, paymentIntent } = await this.retrieve(clientSecret, 'stripe.handleNextAction');
    return error ? { error } : this.#follow(clientSecret, paymentIntent);
  }

  async #follow(clientSecret, answer) {
    if (answer.error) return { error: answer.error };
    if (answer.status !== 'requires_action') return { paymentIntent: answer };
    const action = answer.next_action;
    if (action.type === 'redirect_to_url') return leave(action.redirect_to_url.url);
    const challenge = new Challenge(action.use_stripe_sdk.stripe_js);
    if ((await challenge.run()) === 'closed') await challenge.abandon();
    const { error, paymentIntent } = await this.retrieve(clientSecret, 'stripe.confirmPayment');
    if (error) return { error };
    const failed = ['requires_action', 'requires_payment_method'].includes(paymentIntent.status);
    return failed ? authenticationFailure(paymentIntent) : { paymentIntent };
  }
}

function requireReturnUrl(url, redirect) {
  if (redirect === 'if_required' && !url) return;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url ?? '')) return;
  throw new IntegrationError(
    'stripe.confirmPayment(): the `confirmParams.return_url` argument is required when using automatic payment ' +
      'methods and must be an absolute URL. You may set the `redirect` argument to "if_required".',
  );
}

function requirePaymentElement(elements, caller) {
  const payment = elements?.getElement?.('payment');
  if (payment?._ready) return payment;
  throw new IntegrationError(
    `Invalid value for ${caller}(): elements should have a mounted Payment Element or Express Checkout Element.`,
  );
}

/** What a mounted Address Element adds: billing details, or the address to ship to. */
async function addressesOf(elements) {
  const address = elements.getElement('address');
  if (!address?._ready) return {};
  const { name, phone, address: place } = (await address.getValue()).value;
  const details = { name, phone: phone || undefined, address: place };
  return address._options.mode === 'shipping' ? { shipping: details } : { billing: details };
}

/** Navigates away; as in Stripe.js the promise then never settles. */
function leave(url) {
  window.location.assign(url);
  return new Promise(() => {});
}

function leaveFor(returnUrl, intent, clientSecret) {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', clientSecret);
  url.searchParams.set('redirect_status', intent.status === 'processing' ? 'pending' : 'succeeded');
  return leave(url.href);
}
