//! The checksum of the values.

/// Computes the checksum that `octal` prints: the sum of all sums of the first values, and the sum of all values, both
/// modulo 2^16, in four hexadecimal digits each.
pub(super) fn checksum(values: &[u16]) -> String {
    let (mut sum, mut sum_of_sums) = (0_u16, 0_u16);
    for &value in values {
        sum = sum.wrapping_add(value);
        sum_of_sums = sum_of_sums.wrapping_add(sum);
    }
    format!("{sum_of_sums:04X}{sum:04X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: the sums of 1, 2, 3 are 1, 3, 6.
    #[test]
    fn the_checksum_has_the_sum_of_sums_and_the_sum() {
        assert_eq!(checksum(&[]), "00000000");
        assert_eq!(checksum(&[1, 2, 3]), "000A0006");
        assert_eq!(checksum(&[0xffff, 1, 0x10]), "000F0010");
        // All of 65,536 values are 1: the sums are 1, 2, ..., and these add up to 32,768 * 65,537.
        assert_eq!(checksum(&vec![1; 1 << 16]), "80000000");
        let first = [vec![1], vec![0; (1 << 16) + 4]].concat();
        assert_eq!(checksum(&first), "00050001");
    }
}
