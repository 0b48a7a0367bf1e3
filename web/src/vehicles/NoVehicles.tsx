import AddRounded from '@mui/icons-material/AddRounded'
import Button from '@mui/material/Button'
import { addresses } from '../addresses.ts'
import { useCan } from '../app/client-context.tsx'
import { Anchor } from '../app/navigation/address.tsx'
import { WhomToAsk } from '../app/shell/WhomToAsk.tsx'
import { useText } from '../ui/i18n.tsx'
import { EmptyState } from '../ui/states.tsx'

/** A fleet without vehicles: those who may add one are led to the form, everyone else learns whom to ask. */
export function NoVehicles() {
  const { t } = useText()
  const can = useCan()
  if (can('vehicles.edit'))
    return (
      <EmptyState
        title={t('vehicles.list.empty')}
        action={
          <Button
            component={Anchor}
            to={addresses.fleet({ add: 1 })}
            variant="contained"
            startIcon={<AddRounded />}
          >
            {t('vehicles.action.add')}
          </Button>
        }
      />
    )
  // Drivers see their own vehicles only: there may be others.
  const isWhole = can('dispatch.read')
  return (
    <EmptyState title={t(isWhole ? 'vehicles.list.empty' : 'vehicles.list.noneOwn')} text={<WhomToAsk />} />
  )
}
