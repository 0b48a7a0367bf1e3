import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useText } from '../ui/i18n.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { GridFilterName } from './grid.rules.ts'
import type { GridState } from './use-grid.ts'

/** Explains which filter hides all vehicles, with a button to remove it. */
export function NothingShown({ grid }: { grid: GridState }) {
  const { t } = useText()
  const { reliefs, search, vehicles, statuses } = grid
  const helping = reliefs.filter(({ shown }) => shown > 0)
  const [only] = reliefs
  const title =
    reliefs.length > 1 || only === undefined
      ? t('grid.none.together')
      : {
          search: t('grid.none.search', { text: search.trim() }),
          statuses: t('map.filter.excludes', { total: vehicles.length }),
          onlyProblems: t('grid.noProblems'),
        }[only.name]
  const remove: Record<GridFilterName, { label: string; act: () => void }> = {
    search: { label: t('grid.none.without.search', { text: search.trim() }), act: () => grid.setSearch('') },
    statuses: {
      label: t('grid.none.without.statuses', { count: statuses.length }),
      act: () => grid.change({ status: undefined }),
    },
    onlyProblems: {
      label: t('grid.none.without.onlyProblems'),
      act: () => grid.change({ only: undefined }),
    },
  }
  return (
    <EmptyState
      title={title}
      action={
        helping.length === 0 ? (
          <Button variant="outlined" onClick={grid.clear}>
            {t('map.filter.remove')}
          </Button>
        ) : (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '8px' }}>
            {helping.map(({ name, shown }) => (
              <Button key={name} variant="outlined" onClick={remove[name].act}>
                {`${remove[name].label} · ${t('grid.none.shows', { count: shown })}`}
              </Button>
            ))}
          </Box>
        )
      }
    />
  )
}
