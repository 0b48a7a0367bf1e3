import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import type { GivenProof } from '@rumbo/contract/drivers.contract'
import type { ProofKind } from '@rumbo/contract/services.contract'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { FileButton } from '../../ui/fields/FileButton.tsx'
import { useText } from '../../ui/i18n.tsx'
import { photoContent } from './proof-image.ts'
import { SignaturePad } from './SignaturePad.tsx'

/** What the driver shows, with the content of its images in base64. */
export type TakenProof = GivenProof & { content?: string }

interface ProofDialogProps {
  kinds: readonly ProofKind[]
  submitLabel: string
  onSubmit: (proofs: readonly TakenProof[]) => void
  onClose: () => void
}

/** Asks for the proofs that a stop requires; works without a connection. */
export function ProofDialog({ kinds, submitLabel, onSubmit, onClose }: ProofDialogProps) {
  const { t } = useText()
  const [photo, setPhoto] = useState<string | null>(null)
  const [signature, setSignature] = useState<string | null>(null)
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string | null>(null)
  const take = async (file: File) => {
    try {
      setPhoto(await photoContent(file))
      setError(null)
    } catch {
      setError(t('driver.proof.photo.unreadable'))
    }
  }
  const submit = () => {
    if (kinds.includes('photo') && photo === null) return setError(t('driver.proof.photo.missing'))
    if (kinds.includes('signature') && signature === null)
      return setError(t('driver.proof.signature.missing'))
    if (kinds.includes('pin') && !/^\d{4}$/.test(pin)) return setError(t('driver.proof.pin.missing'))
    onSubmit(
      kinds.map((kind): TakenProof => {
        if (kind === 'pin') return { kind, pin }
        const content = (kind === 'photo' ? photo : signature) ?? undefined
        return { kind, fileId: crypto.randomUUID(), content }
      }),
    )
  }
  return (
    <FormDialog
      title={t('driver.proof.title')}
      submitLabel={submitLabel}
      isBusy={false}
      isChanged={photo !== null || signature !== null || pin !== ''}
      error={error}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onClose={onClose}
    >
      {kinds.includes('pin') && (
        <TextField
          label={t('driver.proof.pin')}
          helperText={t('driver.proof.pin.hint')}
          value={pin}
          onChange={(event) => setPin(event.target.value.replace(/\D/g, '').slice(0, 4))}
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      )}
      {kinds.includes('photo') && (
        <Box sx={{ display: 'grid', gap: '8px' }}>
          {photo !== null && (
            <Box
              component="img"
              src={`data:image/jpeg;base64,${photo}`}
              alt={t('driver.proof.photo.taken')}
              sx={{ width: '100%', maxHeight: 220, objectFit: 'contain', borderRadius: '10px' }}
            />
          )}
          <FileButton
            label={t(photo === null ? 'driver.proof.photo.take' : 'driver.proof.photo.again')}
            accept="image/*"
            isPhoto
            startIcon={<PhotoCameraOutlined />}
            sx={{ minHeight: 60 }}
            onChoose={(file) => void take(file)}
          />
        </Box>
      )}
      {kinds.includes('signature') && <SignaturePad onChange={setSignature} />}
    </FormDialog>
  )
}
