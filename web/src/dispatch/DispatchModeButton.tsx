import AutoModeRounded from '@mui/icons-material/AutoModeRounded'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { readDispatchSettings } from '@rumbo/contract/dispatch.engine.contract'
import { useState } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { DispatchModeDialog } from './DispatchModeDialog.tsx'

/** How the fleet is dispatched now, and the dialog to change it; nothing until that is known. */
export function DispatchModeButton({ fleetId }: { fleetId: string }) {
  const { t } = useText()
  const { data } = useEndpoint(readDispatchSettings, { params: { fleetId } })
  const [isOpen, setOpen] = useState(false)
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  if (data === undefined) return null
  const mode = t(`dispatch.mode.${data.mode}`)
  const label = t('dispatch.mode.now', { mode })
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<AutoModeRounded />}
        aria-label={label}
        onClick={() => setOpen(true)}
        title={t(`dispatch.mode.${data.mode}.does`)}
      >
        {isPhone ? mode : label}
      </Button>
      {isOpen && <DispatchModeDialog settings={data} onClose={() => setOpen(false)} />}
    </>
  )
}
