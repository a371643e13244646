"""Command `make-push-keys`."""

import click

from chuckwagon.kit.vapid import derive_public_key, make_private_key


@click.command("make-push-keys")
def make_push_keys() -> None:
    """Make the key by which push services know this product. Prints it, and stores nothing.

    Keep it: with another key every device has to be added again.
    """
    private_key = make_private_key()
    click.echo(f"CHUCKWAGON_PUSH_PRIVATE_KEY={private_key}")
    click.echo("CHUCKWAGON_PUSH_SUBJECT=mailto:you@example.com")
    click.echo(f"The public key, which browsers get from the product: {derive_public_key(private_key)}", err=True)
