"""Reading the tables that a tournament wrote beside those of its run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimsim.errors import InputError, RunDirectoryError

if TYPE_CHECKING:
    import pandas as pd

    from claimsim.experiment.results import Run


def read_table(run: Run, name: str) -> pd.DataFrame:
    """Return a table of a tournament as it was written.

    Parameters
    ----------
    run
        The tournament's run.
    name
        One of :data:`claimsim.experiment.tournament.TABLES`.

    Raises
    ------
    InputError
        The run has no such table.
    RunDirectoryError
        The file is damaged, or the run was extended since.
    """
    import pandas as pd

    path = run.directory / f"{name}.parquet"
    if not path.exists():
        raise InputError(
            f"{run.directory} has no table {name}: claimsim tournament {run.directory} makes it, "
            "of a run with every pair of its players"
        )
    try:
        found = pd.read_parquet(path)
    except (OSError, ValueError) as error:  # pyarrow's errors are of either kind
        what = str(error).splitlines()[0]
        raise RunDirectoryError(
            f"{path} cannot be read: {what}; claimsim tournament {run.directory} writes it anew"
        ) from None
    if found.attrs.get("run") != run.digest:
        raise RunDirectoryError(
            f"{path} is not of the run as it is now: claimsim tournament {run.directory} writes it "
            "anew"
        )
    return found
