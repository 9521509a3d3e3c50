//! Nimbers as numbers, and games by their names.

use grundy::{HeapGame, Nimber};

#[test]
fn nimbers_add_without_carrying() {
    let [three, five, six] = [3, 5, 6].map(Nimber::new);
    assert_eq!(three + five, six);
    let mut sum = three;
    sum += five;
    assert_eq!(sum, six);
    assert_eq!([three, five].iter().sum::<Nimber>(), six);
    assert_eq!([three, five].into_iter().sum::<Nimber>(), six);
    assert!((three + three).is_zero() && !three.is_zero());
}

#[test]
fn a_nimber_is_a_number() {
    let six = Nimber::new(6);
    assert_eq!((u32::from(six), six.value(), Nimber::from(6_u16)), (6, 6, six));
    assert_eq!(format!("{six} {six:>2}"), "6  6");
}

#[test]
fn a_game_is_parsed_from_what_it_prints() {
    for name in ["grundy", ".77", "4.007"] {
        let game: HeapGame = name.parse().unwrap();
        assert_eq!(game.to_string(), name);
        assert_eq!(game == HeapGame::grundy(), name == "grundy");
    }
}
