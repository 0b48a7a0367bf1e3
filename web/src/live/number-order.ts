/** Compares as a person counts: 9 before 10, T-9 before T-10. One collator for all; making one costs more than using it. */
const collator = new Intl.Collator(undefined, { numeric: true })

/** Vehicle numbers in the order of a person who counts. */
const compareNumbers = (a: string, b: string): number => collator.compare(a, b)

const readNumber = (text: string) => {
  const found = /^(\D*)(\d{1,15})$/.exec(text)
  return found === null ? null : { before: found[1] ?? '', value: Number(found[2]) }
}

/** The same order for very many: where only the digits at the end differ, they are compared as numbers. */
export function sortByNumber<Row extends { vehicleNumber: string }>(rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row, read: readNumber(row.vehicleNumber) }))
    .sort((a, b) =>
      a.read !== null && b.read !== null && a.read.before === b.read.before
        ? a.read.value - b.read.value || compareNumbers(a.row.vehicleNumber, b.row.vehicleNumber)
        : compareNumbers(a.row.vehicleNumber, b.row.vehicleNumber),
    )
    .map(({ row }) => row)
}
