"""Errors of uploads, with the sentences that the front end shows."""

from chuckwagon.kit.errors import AppError
from chuckwagon.kit.sentences import Sentence


class UploadRefused(AppError):
    """The form or the image cannot be used. `reason` follows 'Upload failed: '."""

    code = "upload_failed"

    def __init__(self, reason: Sentence, *, field: str = "file") -> None:
        sentence = Sentence(f"Upload failed: {reason}.", reason.reason, **reason.params)
        super().__init__(sentence, fields={field: sentence})


class UploadTooLarge(UploadRefused):
    """The file, or the number of its pixels, exceeds a limit."""

    status = 413
    code = "upload_too_large"


class UploadNotMultipart(UploadRefused):
    """The request is not a multipart form."""

    status = 415
    code = "wrong_media_type"
