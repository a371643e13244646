"""Errors of uploads, with the sentences that the front end shows."""

from chuckwagon.kit.errors import AppError


class UploadRefused(AppError):
    """The form or the image cannot be used. `reason` follows 'Upload failed: '."""

    code = "upload_failed"

    def __init__(self, reason: str, *, field: str = "file") -> None:
        sentence = f"Upload failed: {reason}."
        super().__init__(sentence, fields={field: sentence})


class UploadTooLarge(UploadRefused):
    status = 413
    code = "upload_too_large"


class UploadWrongType(UploadRefused):
    status = 415
    code = "wrong_media_type"
