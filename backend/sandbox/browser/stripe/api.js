/** Calls to the sandbox's API with the page's publishable key. Failures are values, as in Stripe.js, never exceptions. */
class Api {
  constructor(origin, publishableKey, stripeAccount) {
    this.origin = origin;
    this.credentials = { key: publishableKey, _stripe_account: stripeAccount };
  }

  get(path, params) {
    return this.#send(`${path}?${encodeForm({ ...params, ...this.credentials })}`, { method: 'GET' });
  }

  post(path, params) {
    return this.#send(path, { method: 'POST', body: encodeForm({ ...params, ...this.credentials }) });
  }

  async #send(path, init) {
    try {
      const response = await fetch(this.origin + path, init);
      return await response.json();
    } catch {
      return connectionError();
    }
  }
}

/** The intent's id inside a client secret; a malformed secret is the calling program's mistake. */
function intentIdOf(clientSecret, caller) {
  const parts = /^(pi_[^_]+)_secret_[^_]+$/.exec(String(clientSecret ?? ''));
  if (parts) return parts[1];
  throw new IntegrationError(
    `Invalid value for ${caller} intent secret: value should be a client secret of the form ` +
      `\${id}_secret_\${secret}. You specified: ${clientSecret}.`,
  );
}
