import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import type { MessageRef } from '@rumbo/contract/communication.messages.contract'
import { useState } from 'react'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'

const ReferenceCard = lazyDialog(() =>
  import('../context/ReferenceCard.tsx').then((file) => file.ReferenceCard),
)

/** What a message points at; each opens beside the conversation, which stays. */
export function References({ refs }: { refs: readonly MessageRef[] }) {
  const { t } = useText()
  const [open, setOpen] = useState<MessageRef | null>(null)
  if (refs.length === 0) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 8px', mt: '4px' }}>
      {refs.map((ref) => {
        const label = `${t(`messaging.ref.${ref.kind}`)}: ${ref.label}`
        // A stop has nothing of its own to show.
        const onClick = ref.kind === 'stop' ? undefined : () => setOpen(ref)
        return (
          <Chip key={JSON.stringify(ref)} size="small" variant="outlined" label={label} onClick={onClick} />
        )
      })}
      {open !== null && <ReferenceCard reference={open} onClose={() => setOpen(null)} />}
    </Box>
  )
}
