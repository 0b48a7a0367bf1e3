import AddLinkRounded from '@mui/icons-material/AddLinkRounded'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import { type MessageRef, refsOfMessage } from '@rumbo/contract/communication.messages.contract'
import { useState } from 'react'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'

const ReferenceDialog = lazyDialog(() => import('./ReferenceDialog.tsx').then((file) => file.ReferenceDialog))

interface ReferencePickerProps {
  refs: readonly MessageRef[]
  onChange: (refs: readonly MessageRef[]) => void
}

/** Adds services, vehicles, geofences and places to a message, and shows those that go with it. */
export function ReferencePicker({ refs, onChange }: ReferencePickerProps) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const isFull = refs.length >= refsOfMessage
  const label = isFull ? t('messaging.ref.full', { count: refsOfMessage }) : t('messaging.ref.add')
  return (
    <>
      <IconButton aria-label={label} title={label} disabled={isFull} onClick={() => setOpen(true)}>
        <AddLinkRounded />
      </IconButton>
      {refs.map((ref) => (
        <Chip
          key={JSON.stringify(ref)}
          size="small"
          label={`${t(`messaging.ref.${ref.kind}`)}: ${ref.label}`}
          onDelete={() => onChange(refs.filter((one) => one !== ref))}
        />
      ))}
      {isOpen && (
        <ReferenceDialog
          onChosen={(ref) => {
            setOpen(false)
            const isNew = refs.every((one) => JSON.stringify(one) !== JSON.stringify(ref))
            if (isNew) onChange([...refs, ref])
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
