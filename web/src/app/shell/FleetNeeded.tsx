import Box from '@mui/material/Box'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWorkspace } from '../client-context.tsx'

/** Shown by screens of one fleet while there is none: while all are shown, it asks which one to open. */
export function FleetNeeded({ none }: { none: string }) {
  const { t } = useText()
  const { fleets, isAllFleets, chooseFleet } = useWorkspace()
  if (!isAllFleets) return <EmptyState title={none} />
  return (
    <EmptyState
      title={t('shell.fleet.needed')}
      text={t('shell.fleet.neededHint')}
      action={
        <Box sx={{ width: 260, maxWidth: '100%', textAlign: 'left' }}>
          <ChoiceField
            label={t('shell.fleet.select')}
            value=""
            choices={fleets.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => void chooseFleet(id)}
          />
        </Box>
      }
    />
  )
}
