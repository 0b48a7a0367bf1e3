import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useCan } from '../../app/client-context.tsx'
import { FleetDialog } from '../../organisation/FleetDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'

/** In place of the fleet field where there is no fleet to assign. */
export function NoFleetsToAssign({ companyId }: { companyId: string }) {
  const { t } = useText()
  const can = useCan()
  const [isAdding, setAdding] = useState(false)
  const mayAdd = companyId !== '' && can('fleets.edit', { companyId })
  return (
    <Box sx={{ border: `1px dashed ${token('line')}`, borderRadius: '8px', gridColumn: '1 / -1' }}>
      <EmptyState
        title={t('shell.fleet.noneAvailable')}
        text={t(mayAdd ? 'users.form.noFleetsAdd' : 'shell.fleet.noneText')}
        action={
          mayAdd && (
            <Button
              variant="outlined"
              size="small"
              startIcon={<AddRounded />}
              onClick={() => setAdding(true)}
            >
              {t('shell.noFleets.add')}
            </Button>
          )
        }
      />
      {isAdding && (
        // React passes the submit of a portal on to the form around it.
        <Box onSubmit={(event) => event.stopPropagation()}>
          <FleetDialog companyId={companyId} onClose={() => setAdding(false)} />
        </Box>
      )}
    </Box>
  )
}
