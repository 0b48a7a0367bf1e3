import AutoModeRounded from '@mui/icons-material/AutoModeRounded'
import Button from '@mui/material/Button'
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
  if (data === undefined) return null
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<AutoModeRounded />}
        onClick={() => setOpen(true)}
        title={t(`dispatch.mode.${data.mode}.does`)}
      >
        {t('dispatch.mode.now', { mode: t(`dispatch.mode.${data.mode}`) })}
      </Button>
      {isOpen && <DispatchModeDialog settings={data} onClose={() => setOpen(false)} />}
    </>
  )
}
