"""What SPG's paper says: sections 3.4, 3.5 and 5, tables 1 and 2."""

from __future__ import annotations

#: Entries of the tables.
ENTRIES = {
    "pt1": 3_041_822,
    "pt2": 92_358,
    "pt3": 17_668,
    "pt4": 1_018_371,
    "pt5": 238_882,
}

#: Test sentences that are paraphrased, in percent, and replacements a sentence.
GENERATED = {
    "compress": (97.2, 5.36),
    "simplify": (95.4, 4.47),
    "toward": (56.8, 1.87),
    "baseline-1": (93.0, 4.23),
    "baseline-2": (97.8, 5.95),
}

#: Paraphrases of Baseline-2 that achieve an application by chance, in percent.
BY_CHANCE = {"compress": 24.95, "simplify": 8.79, "toward": 7.16}

#: Labels 1, 2 and 3 in percent, by system and question, of both raters.
LABELS = {
    "compress": {
        "adequacy": ("32.92 / 44.44 / 22.63", "40.54 / 34.98 / 24.49"),
        "fluency": ("21.60 / 47.53 / 30.86", "25.51 / 43.83 / 30.66"),
        "usability": ("0 / 0 / 100", "0 / 0 / 100"),
    },
    "simplify": {
        "adequacy": ("29.77 / 44.03 / 26.21", "33.33 / 35.43 / 31.24"),
        "fluency": ("22.01 / 42.77 / 35.22", "24.32 / 39.83 / 35.85"),
        "usability": ("25.37 / 61.84 / 12.79", "30.19 / 51.99 / 17.82"),
    },
    "toward": {
        "adequacy": ("7.75 / 24.30 / 67.96", "7.75 / 19.01 / 73.24"),
        "fluency": ("7.75 / 22.54 / 69.72", "6.69 / 21.48 / 71.83"),
        "usability": ("0 / 0 / 100", "0 / 0 / 100"),
    },
    "baseline-1": {
        "adequacy": ("47.31 / 30.75 / 21.94", "47.10 / 30.11 / 22.80"),
        "fluency": ("43.01 / 33.12 / 23.87", "34.41 / 41.51 / 24.09"),
        "usability": ("–", "–"),
    },
    "baseline-2": {
        "adequacy": ("29.45 / 52.76 / 17.79", "33.95 / 46.01 / 20.04"),
        "fluency": ("25.15 / 52.76 / 22.09", "27.61 / 48.06 / 24.34"),
        "usability": ("–", "–"),
    },
}

KAPPA = {"adequacy": 0.6560, "fluency": 0.6500, "usability": 0.5849}

#: The sentence of table 2, its reference, and what became of it.
SOURCE = (
    "Liu Lefei says that in the long term, in terms of asset allocation, overseas investment "
    "should occupy a certain proportion of an insurance company's overall allocation."
)
REFERENCE = (
    "Liu Lefei said that in terms of capital allocation, outbound investment should make up a "
    "certain ratio of overall allocations for insurance companies in the long run."
)
EXAMPLE = {
    "compress": (
        "Liu Lefei says that in [the long run]phr, [in area of asset allocation]pat, overseas "
        "investment should occupy [a certain part of an insurance company's overall allocation]pat."
    ),
    "simplify": (
        "Liu Lefei says that in [the long run]phr, in terms of [wealth]phr [distribution]phr, "
        "overseas investment should occupy [a certain part of an insurance company's overall "
        "allocation]pat."
    ),
    "toward": (
        "Liu Lefei says that in [the long run]phr, in terms [of capital]phr allocation, overseas "
        "investment should occupy [the certain ratio of an insurance company's overall "
        "allocation]pat."
    ),
}
