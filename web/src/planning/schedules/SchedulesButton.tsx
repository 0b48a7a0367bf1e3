import EventRepeatOutlined from '@mui/icons-material/EventRepeatOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { usePlanEditor } from '../editor/plan-editor.ts'

const SchedulesPanel = lazyDialog(() => import('./SchedulesPanel.tsx').then((file) => file.SchedulesPanel))

/** Opens the recurring plans of the fleet of the open plan. */
export function SchedulesButton() {
  const { t } = useText()
  const { plan, document, mayEdit } = usePlanEditor()
  const [isOpen, setOpen] = useState(false)
  const label = t('planningLive.schedules.title')
  return (
    <>
      <Tooltip title={label}>
        <IconButton aria-label={label} onClick={() => setOpen(true)}>
          <EventRepeatOutlined />
        </IconButton>
      </Tooltip>
      {isOpen && (
        <SchedulesPanel
          fleetId={plan.fleetId}
          plan={{ ...plan, name: document.name, settings: document.settings }}
          mayEdit={mayEdit}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
