import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import TextField from '@mui/material/TextField'
import { useText } from '../i18n.tsx'
import { token } from '../theme/tokens.ts'
import { type TableProps, withPage, withToggled } from './table-model.ts'
import { isRowClick, moveBetweenRows, RowOpener } from './table-parts.tsx'

/** As wide as its words, with little beside them: on narrow phones none is cut. */
const orderField = {
  width: 'auto',
  minWidth: 0,
  flex: '1 1 auto',
  '& select.MuiNativeSelect-select.MuiInputBase-input': { pl: '10px', pr: '24px' },
  '& .MuiNativeSelect-icon': { right: '2px' },
} as const

function SortBar<R>({ columns, view, onView }: Pick<TableProps<R>, 'columns' | 'view' | 'onView'>) {
  const { t } = useText()
  const sortable = columns.filter(({ isSortable }) => isSortable)
  if (sortable.length === 0) return null
  return (
    <Box sx={{ display: 'flex', gap: '8px', flex: 1 }}>
      <TextField
        select
        size="small"
        sx={orderField}
        value={view.sort ?? ''}
        onChange={(event) => onView({ ...view, sort: event.target.value, page: 1 })}
        slotProps={{ select: { native: true }, htmlInput: { 'aria-label': t('ui.table.sortBy') } }}
      >
        {view.sort === undefined && <option value="">{t('ui.table.sortBy')}</option>}
        {sortable.map(({ key, header }) => (
          <option key={key} value={key}>
            {header}
          </option>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        sx={orderField}
        value={view.order}
        onChange={(event) =>
          onView({ ...view, order: event.target.value === 'desc' ? 'desc' : 'asc', page: 1 })
        }
        slotProps={{ select: { native: true }, htmlInput: { 'aria-label': t('ui.table.order') } }}
      >
        <option value="asc">{t('ui.table.ascending')}</option>
        <option value="desc">{t('ui.table.descending')}</option>
      </TextField>
    </Box>
  )
}

/** The rows of a table as cards, for narrow screens: the first column on top, the others labelled below it. */
export function TableCards<R>(props: TableProps<R> & { rows: readonly R[] }) {
  const { label, columns, rows, rowId, rowName, view, onView, selection, onOpen, rowActions, expanded } =
    props
  const { t } = useText()
  const [first, ...others] = columns
  const pageIds = rows.map(rowId)
  const areAllChosen = selection !== undefined && pageIds.every((id) => selection.ids.has(id))
  return (
    <Box onKeyDown={moveBetweenRows}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: '8px',
          p: '8px 12px',
          '&:empty': { display: 'none' },
        }}
      >
        {selection && (
          <Checkbox
            checked={areAllChosen}
            onChange={(_, isOn) => selection.onChange(withPage(selection.ids, pageIds, isOn))}
            slotProps={{ input: { 'aria-label': t('ui.table.selectAll') } }}
          />
        )}
        <SortBar columns={columns} view={view} onView={onView} />
      </Box>
      <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map((row) => {
          const id = rowId(row)
          const isChosen = selection?.ids.has(id) ?? false
          const below = expanded?.(row) ?? null
          return (
            <Box
              component="li"
              key={id}
              onClick={(event) => isRowClick(event.target) && onOpen?.(row)}
              sx={{
                p: '10px 12px',
                borderTop: `1px solid ${token('line')}`,
                backgroundColor: isChosen ? token('primarySoft') : undefined,
                cursor: onOpen ? 'pointer' : undefined,
              }}
            >
              <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px', minHeight: 44 }}>
                {selection && (
                  <Checkbox
                    checked={isChosen}
                    onChange={() => selection.onChange(withToggled(selection.ids, id))}
                    slotProps={{ input: { 'aria-label': t('ui.table.selectRow', { name: rowName(row) }) } }}
                  />
                )}
                <Box data-name="" sx={{ flex: 1, minWidth: 0, fontWeight: 700 }}>
                  {first &&
                    (onOpen ? (
                      <RowOpener onOpen={() => onOpen(row)} isExpanded={expanded && below !== null}>
                        {first.render(row)}
                      </RowOpener>
                    ) : (
                      first.render(row)
                    ))}
                </Box>
                {rowActions?.(row)}
              </Box>
              <Box
                component="dl"
                sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '4px 14px', m: 0 }}
              >
                {others.map(({ key, header, render }) => (
                  <Box key={key} sx={{ display: 'contents' }}>
                    <Box component="dt" sx={{ typography: 'body2', color: token('textSoft') }}>
                      {header}
                    </Box>
                    <Box component="dd" sx={{ m: 0, minWidth: 0, textAlign: 'right' }}>
                      {render(row)}
                    </Box>
                  </Box>
                ))}
              </Box>
              {below !== null && <Box sx={{ pt: '10px' }}>{below}</Box>}
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
